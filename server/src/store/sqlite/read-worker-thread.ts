import { DatabaseSync } from 'node:sqlite'
import { parentPort, workerData } from 'node:worker_threads'
import type { ReadRequest, ReadResponse, ReadWorkerOptions } from './read-worker.ts'
import { type Execute, withStatementCache } from './statement-cache.ts'

/** The thread of a `ReadWorker`: runs queries one after the other. */

/** Safe: only a `ReadWorker` starts this, with exactly this data. */
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
    // Structured cloning drops custom properties of an error.
    return { error: { ...error, message: error.message } }
  }
}

parentPort?.on('message', (request: ReadRequest) => parentPort?.postMessage(handleRequest(request)))
