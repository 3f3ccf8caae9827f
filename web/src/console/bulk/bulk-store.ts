import { type DBSchema, type IDBPDatabase, openDB } from 'idb'
import type { BatchItem, DomainRef } from '../queries.ts'
import { toChunks } from './to-chunks.ts'

/** Many changes to the names of a domain, kept in the browser until dismissed, so that they continue after a reload. */
export interface BulkChange {
  /** Part of the idempotency keys of its requests. */
  readonly id: string
  /** `bulkKey` of the domain, which has one bulk change at a time. */
  readonly domain: string
  readonly title: string
  readonly items: number
  readonly chunks: number
  /** Chunks that were sent. */
  readonly sentChunks: number
  readonly succeeded: number
  readonly refused: number
}

/** Not so many that the progress of one cannot be seen. */
const itemsPerChunk = 500

export interface BulkProblem {
  readonly label: string
  readonly message: string
}

/** Items and problems are kept many to a record: each record costs time to write and to delete. */
interface Part {
  readonly bulk: string
  readonly index: number
}

type PartKey = [bulk: string, index: number]

interface BulkSchema extends DBSchema {
  changes: { key: string; value: BulkChange }
  chunks: { key: PartKey; value: Part & { readonly items: readonly BatchItem[] } }
  problems: { key: PartKey; value: Part & { readonly problems: readonly BulkProblem[] } }
}

export type BulkStore = IDBPDatabase<BulkSchema>

export function bulkKey({ domain, chainId }: DomainRef): string {
  return `${chainId} ${domain}`
}

export function openBulkStore(): Promise<BulkStore> {
  return openDB<BulkSchema>('byname-bulk-changes', 2, {
    upgrade: (database) => {
      // Version 1 had imports too, whose items are of another kind.
      for (const name of database.objectStoreNames) database.deleteObjectStore(name)
      database.createObjectStore('changes', { keyPath: 'domain' })
      for (const name of ['chunks', 'problems'] as const)
        database.createObjectStore(name, { keyPath: ['bulk', 'index'] })
    },
  })
}

interface NewBulkChange extends Pick<BulkChange, 'id' | 'domain' | 'title'> {
  readonly items: readonly BatchItem[]
}

/** Replaces an earlier bulk change of the domain. Bulk changes are kept one after the other, in all tabs. */
export function keepBulkChange(store: BulkStore, { items, ...of }: NewBulkChange): Promise<BulkChange> {
  return navigator.locks.request('byname-bulk-changes', async () => {
    const previous = await store.get('changes', of.domain)
    if (previous) await deleteBulkChange(store, previous)
    await deleteUnfinished(store)
    const chunks = toChunks(items, { maxItems: itemsPerChunk, sizeOf: (item) => JSON.stringify(item).length })
    const counts = { items: items.length, chunks: chunks.length }
    const bulk = { ...of, ...counts, sentChunks: 0, succeeded: 0, refused: 0 }
    try {
      for (const [index, chunk] of chunks.entries())
        await store.put('chunks', { bulk: of.id, index, items: chunk })
      await store.put('changes', bulk)
    } catch (error) {
      // Such as a full disk, which must not keep the part that was written.
      await deleteBulkChange(store, bulk)
      throw error
    }
    return bulk
  })
}

/** Keeps the progress of a bulk change after one of its chunks, with the names of that chunk that were refused. */
export async function keepProgress(
  store: BulkStore,
  bulk: BulkChange,
  problems: readonly BulkProblem[],
): Promise<void> {
  const transaction = store.transaction(['changes', 'problems'], 'readwrite')
  const part = { bulk: bulk.id, index: bulk.sentChunks, problems }
  if (problems.length > 0) await transaction.objectStore('problems').put(part)
  await transaction.objectStore('changes').put(bulk)
  await transaction.done
}

/** The problems of a bulk change, part by part. */
export async function* readProblems(
  store: BulkStore,
  { id }: BulkChange,
): AsyncGenerator<readonly BulkProblem[]> {
  for (const key of await store.getAllKeys('problems', partsOf(id)))
    yield (await store.get('problems', key))?.problems ?? []
}

export async function deleteBulkChange(store: BulkStore, bulk: BulkChange): Promise<void> {
  const transaction = store.transaction(['changes', 'chunks', 'problems'], 'readwrite')
  await transaction.objectStore('changes').delete(bulk.domain)
  for (const name of ['chunks', 'problems'] as const)
    await transaction.objectStore(name).delete(partsOf(bulk.id))
  await transaction.done
}

function partsOf(bulk: string): IDBKeyRange {
  return IDBKeyRange.bound([bulk, 0], [bulk, Number.MAX_SAFE_INTEGER])
}

/** Deletes parts without a bulk change: the page was closed, or the disk was full, while they were written. */
async function deleteUnfinished(store: BulkStore): Promise<void> {
  const transaction = store.transaction(['changes', 'chunks', 'problems'], 'readwrite')
  const kept = new Set((await transaction.objectStore('changes').getAll()).map(({ id }) => id))
  for (const name of ['chunks', 'problems'] as const) {
    const parts = transaction.objectStore(name)
    let cursor = await parts.openKeyCursor()
    while (cursor) {
      const [bulk] = cursor.key
      if (!kept.has(bulk)) await parts.delete(partsOf(bulk))
      cursor = await parts.openKeyCursor(IDBKeyRange.lowerBound([bulk, Number.MAX_SAFE_INTEGER], true))
    }
  }
  await transaction.done
}
