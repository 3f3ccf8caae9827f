import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { pinnedCommand } from './cores.ts'
import { type Usage, usageOf } from './usage.ts'

/** A server under test in processes of its own. */
export interface Server {
  readonly url: string
  /** What it and the processes that it started use. */
  usage(): Usage
  /** Lets it finish, and resolves when it has ended. */
  stop(): Promise<void>
}

/** How to start a server. */
export interface Launch {
  readonly script: URL
  readonly args?: readonly string[]
  readonly environment?: Readonly<Record<string, string>>
  /** Options of Node itself. */
  readonly node?: readonly string[]
  /** What it prints once it listens, with the URL in brackets; absent: what servers of ours print. */
  readonly listening?: RegExp
  /** Absent: the core of the server. */
  readonly cores?: Parameters<typeof pinnedCommand>[0]
}

const running = new Set<ChildProcess>()

process.once('exit', () => {
  for (const child of running) child.kill('SIGKILL')
})

/**
 * Starts a script and waits until it says where it listens. It is stopped when this process ends, however it ends.
 *
 * Rejects when it ends first.
 */
export async function startServer(launch: Launch): Promise<Server> {
  const { PATH, NODE_OPTIONS } = process.env
  const { script, args = [], environment = {}, node = [], cores = 'server' } = launch
  const { listening = /listens on (http[^\s,]+)/ } = launch
  const [command, ...rest] = pinnedCommand(cores, [process.execPath, ...node, fileURLToPath(script), ...args])
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

async function urlIn({ stdout }: ChildProcess, listening: RegExp): Promise<string> {
  if (!stdout) throw new Error('A server without output cannot say where it listens.')
  const { promise, resolve } = Promise.withResolvers<string>()
  // Read on to the end: a server whose output nobody takes stops in the middle.
  createInterface(stdout).on('line', (line) => {
    const [, url] = listening.exec(line) ?? []
    if (url) resolve(url)
  })
  return promise
}
