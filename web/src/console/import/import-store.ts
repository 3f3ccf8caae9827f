import { type DBSchema, type IDBPDatabase, openDB } from 'idb'
import type { BatchItem } from '../queries/batches.ts'

/** An import of a file, kept in the browser until it is dismissed, so that it continues after a reload. */
export interface ImportJob {
  /** Part of the idempotency keys of its requests. */
  readonly id: string
  /** `1 demo.eth` */
  readonly domain: string
  readonly fileName: string
  /** Rows that can be sent, and those that cannot. */
  readonly rows: number
  readonly invalidRows: number
  readonly chunks: number
  /** Chunks that were sent. */
  readonly sentChunks: number
  readonly succeeded: number
  readonly refused: number
}

export interface ImportProblem {
  /** Of the file, counted from 1, the header included; null when the service has refused it. */
  readonly row: number | null
  readonly label: string
  readonly message: string
}

interface ImportSchema extends DBSchema {
  jobs: { key: string; value: ImportJob }
  chunks: { key: [string, number]; value: { job: string; index: number; items: BatchItem[] } }
  problems: { key: number; value: ImportProblem & { job: string }; indexes: { job: string } }
}

export type ImportStore = IDBPDatabase<ImportSchema>

export function openImportStore(): Promise<ImportStore> {
  return openDB<ImportSchema>('byname-imports', 1, {
    upgrade: (database) => {
      database.createObjectStore('jobs', { keyPath: 'domain' })
      database.createObjectStore('chunks', { keyPath: ['job', 'index'] })
      const problems = database.createObjectStore('problems', { autoIncrement: true })
      problems.createIndex('job', 'job')
    },
  })
}

export async function deleteImport(store: ImportStore, job: ImportJob): Promise<void> {
  const transaction = store.transaction(['jobs', 'chunks', 'problems'], 'readwrite')
  await transaction.objectStore('jobs').delete(job.domain)
  await transaction
    .objectStore('chunks')
    .delete(IDBKeyRange.bound([job.id, 0], [job.id, Number.MAX_SAFE_INTEGER]))
  const problems = transaction.objectStore('problems').index('job')
  for await (const cursor of problems.iterate(job.id)) await cursor.delete()
  await transaction.done
}
