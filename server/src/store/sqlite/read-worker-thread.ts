import { DatabaseSync } from 'node:sqlite'
import { parentPort, workerData } from 'node:worker_threads'
import { type PackedRows, packRows } from './packed-rows.ts'
import type { ReadRequest, ReadResponse, ReadWorkerOptions } from './read-worker.ts'
import { cacheStatements, inputValues } from './statement-cache.ts'

/** Safe because only a `ReadWorker` starts this thread, with these options. */
const { location, prelude, lockTimeoutMs } = workerData as ReadWorkerOptions

type Read = (request: ReadRequest) => PackedRows

let read: Read | undefined

function open(): Read {
  const database = new DatabaseSync(location, { readOnly: true, timeout: lockTimeoutMs })
  if (prelude !== '') database.exec(prelude)
  const prepared = cacheStatements((sql) => prepare(database, sql))
  return ({ sql, parameters }) => prepared(sql)(parameters)
}

function prepare(database: DatabaseSync, sql: string) {
  const statement = database.prepare(sql)
  statement.setReturnArrays(true)
  const columns = statement.columns().map(({ name }) => name)
  return (parameters: ReadRequest['parameters']) =>
    packRows(columns, arraysOf(statement.all(...inputValues(parameters))))
}

/** Safe because of `setReturnArrays`, which the types do not know. */
function arraysOf(rows: readonly unknown[]) {
  return rows as readonly (readonly unknown[])[]
}

function handleRequest(request: ReadRequest): ReadResponse {
  try {
    read ??= open()
    return { rows: read(request) }
  } catch (error) {
    if (!(error instanceof Error)) throw error
    // Structured cloning drops custom properties of errors.
    return { error: { ...error, message: error.message } }
  }
}

parentPort?.on('message', (request: ReadRequest) => parentPort?.postMessage(handleRequest(request)))
