import { type ServeProcess, startServeProcess } from './serve-process.ts'
import type { Settings } from './service.ts'
import { waitUntil } from './wait-until.ts'

/** `byname serve --workers`, with the process ids of its workers. */
export interface WorkerService extends ServeProcess {
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
