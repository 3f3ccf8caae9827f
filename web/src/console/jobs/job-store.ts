import { type DBSchema, type IDBPDatabase, openDB } from 'idb'
import type { BatchItem } from '../queries/batches.ts'
import type { DomainRef } from '../queries/domains.ts'
import { toChunks } from './to-chunks.ts'

/** Many changes to the names of a domain, kept in the browser until dismissed, so that they continue after a reload. */
export interface Job {
  /** Part of the idempotency keys of its requests. */
  readonly id: string
  /** `jobKey` of the domain, which has one job at a time. */
  readonly domain: string
  readonly kind: 'import' | 'revoke'
  /** Such as the name of the file. */
  readonly title: string
  /** Names that can be sent, and rows that cannot. */
  readonly items: number
  readonly invalidRows: number
  readonly chunks: number
  /** Chunks that were sent. */
  readonly sentChunks: number
  readonly succeeded: number
  readonly refused: number
}

export interface JobProblem {
  /** Of the file, counted from 1, the header included; null when the service has refused the name. */
  readonly row: number | null
  readonly label: string
  readonly message: string
}

interface JobSchema extends DBSchema {
  jobs: { key: string; value: Job }
  chunks: { key: [string, number]; value: { job: string; index: number; items: readonly BatchItem[] } }
  problems: { key: number; value: JobProblem & { job: string }; indexes: { job: string } }
}

export type JobStore = IDBPDatabase<JobSchema>

export function jobKey({ domain, chainId }: DomainRef): string {
  return `${chainId} ${domain}`
}

export function openJobStore(): Promise<JobStore> {
  return openDB<JobSchema>('byname-jobs', 1, {
    upgrade: (database) => {
      database.createObjectStore('jobs', { keyPath: 'domain' })
      database.createObjectStore('chunks', { keyPath: ['job', 'index'] })
      const problems = database.createObjectStore('problems', { autoIncrement: true })
      problems.createIndex('job', 'job')
    },
  })
}

interface NewJob extends Pick<Job, 'id' | 'domain' | 'kind' | 'title'> {
  readonly items: readonly BatchItem[]
  /** Rows that are not sent. */
  readonly problems: readonly JobProblem[]
}

const problemsPerTransaction = 10_000

/** Replaces an earlier job of the domain. */
export async function keepJob(store: JobStore, { items, problems, ...of }: NewJob): Promise<Job> {
  const previous = await store.get('jobs', of.domain)
  if (previous) await deleteJob(store, previous)
  const chunks = toChunks(items)
  const counts = { items: items.length, invalidRows: problems.length, chunks: chunks.length }
  const job = { ...of, ...counts, sentChunks: 0, succeeded: 0, refused: 0 }
  try {
    for (const [index, chunk] of chunks.entries())
      await store.put('chunks', { job: of.id, index, items: chunk })
    for (let start = 0; start < problems.length; start += problemsPerTransaction) {
      const transaction = store.transaction('problems', 'readwrite')
      const some = problems.slice(start, start + problemsPerTransaction)
      await Promise.all(some.map((problem) => transaction.store.add({ ...problem, job: of.id })))
      await transaction.done
    }
    await store.put('jobs', job)
  } catch (error) {
    // Such as a full disk, which must not keep the part that was written.
    await deleteJob(store, job)
    throw error
  }
  return job
}

export async function deleteJob(store: JobStore, job: Job): Promise<void> {
  const transaction = store.transaction(['jobs', 'chunks', 'problems'], 'readwrite')
  await transaction.objectStore('jobs').delete(job.domain)
  await transaction
    .objectStore('chunks')
    .delete(IDBKeyRange.bound([job.id, 0], [job.id, Number.MAX_SAFE_INTEGER]))
  const problems = transaction.objectStore('problems').index('job')
  for await (const cursor of problems.iterate(job.id)) await cursor.delete()
  await transaction.done
}
