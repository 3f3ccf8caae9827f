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

/** Items and problems are kept many to a record: each record costs time to write and to delete. */
interface Part {
  readonly job: string
  readonly index: number
}

type PartKey = [job: string, index: number]

interface JobSchema extends DBSchema {
  jobs: { key: string; value: Job }
  chunks: { key: PartKey; value: Part & { readonly items: readonly BatchItem[] } }
  problems: { key: PartKey; value: Part & { readonly problems: readonly JobProblem[] } }
}

export type JobStore = IDBPDatabase<JobSchema>

export function jobKey({ domain, chainId }: DomainRef): string {
  return `${chainId} ${domain}`
}

export function openJobStore(): Promise<JobStore> {
  return openDB<JobSchema>('byname-jobs', 2, {
    upgrade: (database) => {
      // Unfinished jobs of the first form are dropped; their files can be chosen again.
      for (const name of database.objectStoreNames) database.deleteObjectStore(name)
      database.createObjectStore('jobs', { keyPath: 'domain' })
      for (const name of ['chunks', 'problems'] as const)
        database.createObjectStore(name, { keyPath: ['job', 'index'] })
    },
  })
}

interface NewJob extends Pick<Job, 'id' | 'domain' | 'kind' | 'title'> {
  readonly items: readonly BatchItem[]
  /** Rows that are not sent. */
  readonly problems: readonly JobProblem[]
}

const problemsPerPart = 1000

/** Replaces an earlier job of the domain. Jobs are kept one after the other, in all tabs. */
export function keepJob(store: JobStore, { items, problems, ...of }: NewJob): Promise<Job> {
  return navigator.locks.request('byname-jobs', async () => {
    const previous = await store.get('jobs', of.domain)
    if (previous) await deleteJob(store, previous)
    await deleteUnfinished(store)
    const chunks = toChunks(items)
    const counts = { items: items.length, invalidRows: problems.length, chunks: chunks.length }
    const job = { ...of, ...counts, sentChunks: 0, succeeded: 0, refused: 0 }
    try {
      for (const [index, chunk] of chunks.entries())
        await store.put('chunks', { job: of.id, index, items: chunk })
      for (let index = 0; index < invalidParts(job); index += 1) {
        const some = problems.slice(index * problemsPerPart, (index + 1) * problemsPerPart)
        await store.put('problems', { job: of.id, index, problems: some })
      }
      await store.put('jobs', job)
    } catch (error) {
      // Such as a full disk, which must not keep the part that was written.
      await deleteJob(store, job)
      throw error
    }
    return job
  })
}

/** Parts of problems that were there before the first request. */
function invalidParts({ invalidRows }: Job): number {
  return Math.ceil(invalidRows / problemsPerPart)
}

/** Keeps the progress of a job after one of its chunks, with the names of that chunk that were refused. */
export async function keepProgress(
  store: JobStore,
  job: Job,
  problems: readonly JobProblem[],
): Promise<void> {
  const transaction = store.transaction(['jobs', 'problems'], 'readwrite')
  const part = { job: job.id, index: invalidParts(job) + job.sentChunks, problems }
  if (problems.length > 0) await transaction.objectStore('problems').put(part)
  await transaction.objectStore('jobs').put(job)
  await transaction.done
}

/** The problems of a job, part by part. */
export async function* readProblems(store: JobStore, { id }: Job): AsyncGenerator<readonly JobProblem[]> {
  for (const key of await store.getAllKeys('problems', partsOf(id)))
    yield (await store.get('problems', key))?.problems ?? []
}

export async function deleteJob(store: JobStore, job: Job): Promise<void> {
  const transaction = store.transaction(['jobs', 'chunks', 'problems'], 'readwrite')
  await transaction.objectStore('jobs').delete(job.domain)
  for (const name of ['chunks', 'problems'] as const)
    await transaction.objectStore(name).delete(partsOf(job.id))
  await transaction.done
}

function partsOf(job: string): IDBKeyRange {
  return IDBKeyRange.bound([job, 0], [job, Number.MAX_SAFE_INTEGER])
}

/** Deletes parts without a job: the page was closed, or the disk was full, while they were written. */
async function deleteUnfinished(store: JobStore): Promise<void> {
  const transaction = store.transaction(['jobs', 'chunks', 'problems'], 'readwrite')
  const kept = new Set((await transaction.objectStore('jobs').getAll()).map(({ id }) => id))
  for (const name of ['chunks', 'problems'] as const) {
    const parts = transaction.objectStore(name)
    let cursor = await parts.openKeyCursor()
    while (cursor) {
      const [job] = cursor.key
      if (!kept.has(job)) await parts.delete(partsOf(job))
      cursor = await parts.openKeyCursor(IDBKeyRange.lowerBound([job, Number.MAX_SAFE_INTEGER], true))
    }
  }
  await transaction.done
}
