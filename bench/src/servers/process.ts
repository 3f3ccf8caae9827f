import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { type Command, pinnedCommand } from './cores.ts'
import { type Usage, usageOf } from './usage.ts'

/** A server under test in its own processes. */
export interface Server {
  readonly url: string
  /** The usage of it and its child processes. */
  usage(): Usage
  /** Shuts it down, and resolves when it has exited. */
  stop(): Promise<void>
}

/** How to start a server. */
export interface Launch {
  readonly script: URL
  readonly args?: readonly string[]
  readonly environment?: Readonly<Record<string, string>>
  /** Options of Node itself. */
  readonly node?: readonly string[]
  /** The line that it prints once it listens, with the URL in brackets; absent: that of our servers. */
  readonly listening?: RegExp
  /** Absent: the core of the server. */
  readonly cores?: Parameters<typeof pinnedCommand>[0]
  /** `cgroup.procs` of the cgroups that it joins; absent: none. */
  readonly processFiles?: readonly string[]
}

const running = new Set<ChildProcess>()

process.once('exit', () => {
  for (const child of running) child.kill('SIGKILL')
})

/**
 * Starts a script and waits until it prints its URL. It is stopped when this process exits, for any reason.
 *
 * Rejects when it exits first.
 */
export async function startServer(launch: Launch): Promise<Server> {
  const { PATH, NODE_OPTIONS } = process.env
  const { script, args = [], environment = {}, node = [], cores = 'server', processFiles = [] } = launch
  const { listening = /listens on (http[^\s,]+)/ } = launch
  const program = pinnedCommand(cores, [process.execPath, ...node, fileURLToPath(script), ...args])
  const [command, ...rest] = commandIn(processFiles, program)
  const child = spawn(command, rest, {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { PATH, NODE_OPTIONS, ...environment },
  })
  running.add(child)
  const exited = once(child, 'exit').then(() => running.delete(child))
  const url = await Promise.race([
    urlIn(child, listening),
    exited.then(() => {
      throw new Error(`The server of ${script.pathname} has ended.`)
    }),
  ])
  return {
    url,
    usage: () => usageOf(child.pid ?? 0),
    stop: async () => {
      child.kill('SIGTERM')
      await exited
    },
  }
}

/** A shell joins the groups and becomes the program. */
function commandIn(processFiles: readonly string[], program: Command): Command {
  if (processFiles.length === 0) return program
  const join = processFiles.map((file) => `echo $$ > ${file}`).join(' && ')
  return ['sh', '-c', `${join} && exec "$@"`, 'sh', ...program]
}

async function urlIn({ stdout }: ChildProcess, listening: RegExp): Promise<string> {
  if (!stdout) throw new Error('A server without output cannot say where it listens.')
  const { promise, resolve } = Promise.withResolvers<string>()
  // Its output is read to the end: a server whose pipe is full stops.
  createInterface(stdout).on('line', (line) => {
    const [, url] = listening.exec(line) ?? []
    if (url) resolve(url)
  })
  return promise
}
