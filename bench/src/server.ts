import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { onServerCore } from './cores.ts'

/** A server under test in a process of its own. */
export interface Server {
  readonly url: string
  /** Processor time it has taken so far, in microseconds. */
  cpuTime(): Promise<number>
  stop(): Promise<void>
}

const running = new Set<ChildProcess>()

process.once('exit', () => {
  for (const child of running) child.kill('SIGKILL')
})

/**
 * Starts a script that announces itself (`subjects/announce.ts`) and waits until it listens. It is stopped when this
 * process ends, however it ends.
 *
 * Rejects when it ends first.
 */
export async function startServer(script: URL, ...args: string[]): Promise<Server> {
  const [command, ...rest] = onServerCore([process.execPath, fileURLToPath(script), ...args])
  const child = spawn(command, rest, { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] })
  running.add(child)
  const exited = once(child, 'exit').then(() => running.delete(child))
  const ended = exited.then(() => {
    throw new Error(`The server of ${script.pathname} has ended.`)
  })
  const message = async (): Promise<unknown> => (await Promise.race([once(child, 'message'), ended]))[0]
  return {
    url: String(await message()),
    cpuTime: async () => {
      child.send('How much processor time have you taken?')
      return Number(await message())
    },
    stop: async () => {
      child.disconnect()
      await exited
    },
  }
}
