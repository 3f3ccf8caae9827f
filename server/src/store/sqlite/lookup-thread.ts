import { DatabaseSync, type StatementSync } from 'node:sqlite'
import { parentPort, workerData } from 'node:worker_threads'
import type { BatchResponse, FailedRead, LookupThreadOptions } from './lookup-batch.ts'
import { packRows } from './packed-rows.ts'
import type { PointQuery, PointRead } from './point-read.ts'
import { lowerThreadPriority } from './thread-priority.ts'

/** Safe because only `LookupThreads` starts this thread, with these options. */
const { location, lockTimeoutMs, sql } = workerData as LookupThreadOptions

interface Prepared {
  readonly statement: StatementSync
  readonly columns: readonly string[]
}

lowerThreadPriority()

const database = new DatabaseSync(location, { readOnly: true, timeout: lockTimeoutMs })
const prepared: Readonly<Record<PointQuery, Prepared>> = {
  name: prepare(sql.name),
  nameWithTexts: prepare(sql.nameWithTexts),
  coveringDomain: prepare(sql.coveringDomain),
  sealedSet: prepare(sql.sealedSet),
  sealProof: prepare(sql.sealProof),
}

function prepare(text: string): Prepared {
  const statement = database.prepare(text)
  statement.setReturnArrays(true)
  return { statement, columns: statement.columns().map(({ name }) => name) }
}

function readAll(reads: readonly PointRead[]): BatchResponse {
  const found = new Map<PointQuery, { readonly indexes: number[]; readonly rows: (readonly unknown[])[] }>()
  const failed: FailedRead[] = []
  const ms: number[] = []
  for (const [index, { query, parameters }] of reads.entries()) {
    const startedAt = performance.now()
    try {
      const row = arrayOf(prepared[query].statement.get(...parameters))
      if (row) {
        const group = found.get(query) ?? { indexes: [], rows: [] }
        found.set(query, group)
        group.indexes.push(index)
        group.rows.push(row)
      }
    } catch (error) {
      if (!(error instanceof Error)) throw error
      // Structured cloning drops custom properties of errors.
      failed.push({ index, error: { ...error, message: error.message } })
    }
    ms.push(performance.now() - startedAt)
  }
  const groups = [...found].map(([query, { indexes, rows }]) => ({
    indexes,
    rows: packRows(prepared[query].columns, rows),
  }))
  return { groups, failed, ms }
}

/** Safe because of `setReturnArrays`, which the types do not know. */
function arrayOf(row: unknown) {
  return row as readonly unknown[] | undefined
}

parentPort?.on('message', (reads: readonly PointRead[]) => parentPort?.postMessage(readAll(reads)))
parentPort?.postMessage('ready')
