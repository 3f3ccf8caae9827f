import { DatabaseSync } from 'node:sqlite'
import { parentPort, workerData } from 'node:worker_threads'
import type { ReadRequest, ReadResponse, ReadWorkerOptions } from './read-worker.ts'
import { type Execute, withStatementCache } from './statement-cache.ts'

/** Safe because only a `ReadWorker` starts this thread, with these options. */
const { path, lockTimeoutMs } = workerData as ReadWorkerOptions

let execute: Execute | undefined

function open(): Execute {
  return withStatementCache(new DatabaseSync(path, { readOnly: true, timeout: lockTimeoutMs }))
}

function handleRequest(request: ReadRequest): ReadResponse {
  try {
    execute ??= open()
    return { rows: execute(request).rows }
  } catch (error) {
    if (!(error instanceof Error)) throw error
    // Structured cloning drops custom properties of errors.
    return { error: { ...error, message: error.message } }
  }
}

parentPort?.on('message', (request: ReadRequest) => parentPort?.postMessage(handleRequest(request)))
