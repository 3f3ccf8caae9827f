import { expect, onTestFinished } from 'vitest'
import { type ApiCall, createClient } from '../http/api-client.ts'
import { waitUntil } from '../wait-until.ts'
import { type Launch, type RunningCommand, startCommand } from './command.ts'
import type { Settings } from './service.ts'

/** `byname serve` in its own process. */
export interface ServeProcess extends Pick<RunningCommand, 'end' | 'readOutput'> {
  readonly url: string
}

const listeningPattern = /listens on (http\S+),/

/**
 * Starts `byname serve` and resolves when it logs its URL. Requests are logged only if the environment sets that. The
 * process is killed after the running test.
 */
export async function startServeProcess(
  environment: Settings,
  options: readonly string[] = [],
  launch?: Launch,
): Promise<ServeProcess> {
  const { output, readOutput, end } = await startCommand(
    ['serve', ...options],
    { LOG_REQUESTS: 'false', ...environment, LOG_LEVEL: 'info' },
    listeningPattern,
    launch,
  )
  onTestFinished(async () => {
    await end('SIGKILL')
  })
  const [, url = ''] = listeningPattern.exec(output) ?? []
  return { url, readOutput, end }
}

/** `byname serve --workers`, with the process ids of its workers. */
interface WorkerService extends ServeProcess {
  /** Process ids of all workers that have started, those that have exited too. */
  readonly pids: () => readonly number[]
}

/** Starts a service of this many workers and resolves when all of them listen. */
export async function startWorkers(environment: Settings, count: number): Promise<WorkerService> {
  const service = await startServeProcess(environment, ['--workers', `${count}`])
  const pids = () =>
    [...service.readOutput().matchAll(/"worker":(\d+),"msg":"worker started"/g)].map(([, pid]) => Number(pid))
  await waitUntil('all workers listen', () => pids().length === count)
  return { ...service, pids }
}

interface Instance extends ServeProcess {
  readonly call: ApiCall
}

/** Processes on one database. */
interface ServeProcesses {
  /** Each in turn, of those that run; without any, it waits for the first to start. */
  readonly next: () => Promise<Instance>
  /** Kills a process, and resolves when another has started in its place. */
  readonly killAndRestart: (index: number) => Promise<void>
  /** Ends all of them; each has to exit by itself. */
  readonly stop: () => Promise<void>
}

export async function startServeProcesses(environment: Settings, count: number): Promise<ServeProcesses> {
  const start = async (): Promise<Instance> => {
    const service = await startServeProcess(environment)
    return { ...service, call: await createClient(service.url) }
  }
  const slots = Array.from({ length: count }, start)
  await Promise.all(slots)
  let turn = 0
  return {
    next: () => {
      turn = (turn + 1) % count
      return Promise.race([...slots.slice(turn), ...slots.slice(0, turn)])
    },
    killAndRestart: async (index) => {
      const killed = await slots[index]
      if (!killed) throw new Error(`There are ${count} processes.`)
      const ended = killed.end('SIGKILL')
      slots[index] = ended.then(start)
      expect(await ended).toBeNull()
      await slots[index]
    },
    stop: async () => {
      for (const slot of slots) expect(await (await slot).end('SIGTERM')).toBe(0)
    },
  }
}
