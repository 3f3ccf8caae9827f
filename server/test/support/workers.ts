import { type ServeProcess, startServeProcess } from './serve-process.ts'
import type { Settings } from './service.ts'
import { until } from './until.ts'

/** `byname serve --workers`, with a look at its workers. */
export interface ServingWorkers extends ServeProcess {
  /** Process ids of all workers that have started, those that have ended too. */
  readonly pids: () => readonly number[]
}

/** Starts a service of so many workers and resolves when all of them listen. */
export async function startWorkers(environment: Settings, count: number): Promise<ServingWorkers> {
  const service = await startServeProcess(environment, ['--workers', `${count}`])
  const pids = () =>
    [...service.printed().matchAll(/"worker":(\d+),"msg":"worker started"/g)].map(([, pid]) => Number(pid))
  await until('all workers listen', () => pids().length === count)
  return { ...service, pids }
}
