import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer, type Server } from 'node:net'
import { fileURLToPath } from 'node:url'
import { onTestFinished } from 'vitest'
import { waitUntil } from '../wait-until.ts'
import type { Settings } from './service.ts'

const main = fileURLToPath(new URL('../../../byname.js', import.meta.url))

interface Member {
  readonly readOutput: () => string
  /** SIGTERM; resolves when it has exited. */
  readonly stop: () => Promise<void>
}

/** Sockets on free ports that a process holds as systemd does, and gives to every process that it starts. */
export interface HeldSockets {
  readonly ports: readonly number[]
  /** Starts `byname serve` with the sockets, and other variables of them; resolves when it listens. */
  readonly serve: (
    environment: Settings,
    options?: readonly string[],
    variables?: Settings,
  ) => Promise<Member>
  /** Starts `byname serve`, with other files in its descriptors; resolves with what it printed when it has exited. */
  readonly run: (environment: Settings, redirection?: string) => Promise<string>
}

/** For each line, the shell starts a process in the background; the sockets are its descriptors from 3 on. */
const holder = 'while read -r line; do eval "$line" & done; wait'

/** `names`: of each socket, as `FileDescriptorName=`. Ends with the test. */
export async function holdSockets(names: readonly string[]): Promise<HeldSockets> {
  const servers = names.map(() => createServer().listen(0, '127.0.0.1'))
  await Promise.all(servers.map((server) => once(server, 'listening')))
  const ports = servers.map(portOf)
  const shell = spawn('bash', ['-c', holder], {
    stdio: ['pipe', 'pipe', 'pipe', ...servers.map(descriptorOf)],
  })
  // Else this process would accept connections, too.
  for (const server of servers) server.close()
  const { stdin, stdout, stderr } = shell
  if (!stdin || !stdout || !stderr) throw new Error('The shell has no pipes.')
  let printed = ''
  for (const stream of [stdout, stderr])
    stream.setEncoding('utf8').on('data', (text: string) => {
      printed += text
    })
  const pids = new Set<number>()
  onTestFinished(async () => {
    for (const pid of pids) if (isRunning(pid)) process.kill(pid, 'SIGKILL')
    const ended = once(shell, 'exit')
    stdin.end()
    await ended
  })
  let starts = 0
  const start = async (environment: Settings, given: Settings, rest: string) => {
    const mark = `start-${++starts}-`
    const listening = { LISTEN_FDS: String(names.length), LISTEN_FDNAMES: names.join(':') }
    const variables = Object.entries({ ...listening, ...environment, ...given })
      .map(([name, value]) => `${name}='${value}'`)
      .join(' ')
    stdin.write(
      `( echo ${mark}$BASHPID.; export LISTEN_PID=$BASHPID ${variables}; exec '${process.execPath}' '${main}' serve ${rest} )\n`,
    )
    const pattern = new RegExp(`${mark}(\\d+)\\.`)
    await waitUntil('the process has started', () => pattern.test(printed))
    const pid = Number(pattern.exec(printed)?.[1])
    pids.add(pid)
    return pid
  }
  return {
    ports,
    serve: async (environment, options = [], given = {}) => {
      const settings = { LOG_REQUESTS: 'false', ...environment, LOG_LEVEL: 'info' }
      const pid = await start(settings, given, options.join(' '))
      const listening = new RegExp(`"pid":${pid},.*listens on http`)
      await waitUntil('it listens', () => {
        if (!isRunning(pid)) throw new Error(`It has exited: ${printed}`)
        return listening.test(printed)
      })
      return {
        readOutput: () => printed,
        stop: async () => {
          process.kill(pid, 'SIGTERM')
          await waitUntil('it has exited', () => !isRunning(pid))
        },
      }
    },
    run: async (environment, redirection = '') => {
      const pid = await start(environment, {}, redirection)
      await waitUntil('it has exited', () => !isRunning(pid))
      return printed
    },
  }
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

function portOf(server: Server): number {
  const address = server.address()
  if (typeof address !== 'object' || address === null) throw new Error('The server has no port.')
  return address.port
}

/** Of the listening socket, which Node shows of its handle only. */
function descriptorOf(server: Server): number {
  const handle: unknown = Reflect.get(server, '_handle')
  if (typeof handle === 'object' && handle !== null) return Number(Reflect.get(handle, 'fd'))
  throw new Error('The server does not listen.')
}
