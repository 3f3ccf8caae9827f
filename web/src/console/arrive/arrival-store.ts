import { type DBSchema, type IDBPDatabase, openDB } from 'idb'
import type { Column } from '../../../../server/src/listings/csv.ts'
import type { ListedEntry } from '../../../../server/src/listings/import-form.ts'
import type { TableRecord } from '../../../../server/src/listings/table.ts'
import { maxChunkChars, toChunks, tooLargeForChunk } from '../bulk/to-chunks.ts'
import type { RecordDraft } from '../templates/record-draft.ts'
import type { ArrivalResult, Phase, Rule } from './import-types.ts'
import type { FileFormat } from './parse-file.ts'

/** Names on their way to a domain, kept in the browser until they are dropped, so that they go on after a reload. */
export interface Arrival {
  /** `arrivalKey` of the domain, which has one at a time. */
  readonly domain: string
  readonly id: string
  /** Of imports with another rule each: a part of the idempotency keys of its requests. */
  readonly attempt: number
  /** Where they were: the name of a file, or the host of a service. */
  readonly title: string
  readonly names: number
  readonly chunks: number
  readonly rule: Rule
  /** Chunks of which the results are known. */
  readonly checked: number
  readonly imported: number
}

/** Of names that were just read. */
export const notStarted = { rule: 'keep', attempt: 0, checked: 0, imported: 0 } as const

/** What an arrival was read from, and how, so that rows of it can be corrected. */
export interface FileSource {
  readonly file: File
  /** Absent in what earlier versions have kept, which are tables. */
  readonly format?: FileFormat | undefined
  /** Of a table. */
  readonly columns: readonly Column[] | undefined
  readonly titles: readonly string[]
  readonly records: RecordDraft | undefined
  /** Rows that were read with these cells. */
  readonly corrected: readonly TableRecord[]
  /** Of which the arrival consists; absent: all. */
  readonly rows: readonly number[] | undefined
}

interface Part {
  readonly arrival: string
  readonly index: number
}

type ChunkKey = [arrival: string, index: number]
type ResultKey = [arrival: string, phase: Phase, index: number]

interface ArrivalSchema extends DBSchema {
  arrivals: { key: string; value: Arrival }
  /** By arrival. */
  sources: { key: string; value: FileSource }
  chunks: { key: ChunkKey; value: Part & { readonly entries: readonly ListedEntry[] } }
  results: {
    key: ResultKey
    value: Part & { readonly phase: Phase; readonly results: readonly ArrivalResult[] }
  }
}

type ArrivalStore = IDBPDatabase<ArrivalSchema>

/** `table`: of the screen that imports a file; absent: of the way from another service. Each has its own. */
export function arrivalKey(
  { domain, chainId }: { readonly domain: string; readonly chainId: number },
  kind?: 'table',
): string {
  return kind ? `${chainId} ${domain} ${kind}` : `${chainId} ${domain}`
}

/** Opens the browser's database for one piece of work. */
export async function withArrivals<Result>(work: (store: ArrivalStore) => Promise<Result>): Promise<Result> {
  const store = await openDB<ArrivalSchema>('byname-arrivals', 2, {
    upgrade: (database, oldVersion) => {
      if (oldVersion < 1) {
        database.createObjectStore('arrivals', { keyPath: 'domain' })
        database.createObjectStore('chunks', { keyPath: ['arrival', 'index'] })
        database.createObjectStore('results', { keyPath: ['arrival', 'phase', 'index'] })
      }
      database.createObjectStore('sources')
    },
  })
  try {
    return await work(store)
  } finally {
    store.close()
  }
}

const maxEntries = 1000

/** Chunks of a request each. What is larger than a request is refused, as the service would. */
export function toEntryChunks(entries: readonly ListedEntry[]): readonly (readonly ListedEntry[])[] {
  return toChunks(entries.map(refuseTooLarge), { maxItems: maxEntries, sizeOf: charsOf })
}

function charsOf({ name }: ListedEntry): number {
  return name ? JSON.stringify(name).length : 0
}

function refuseTooLarge(entry: ListedEntry): ListedEntry {
  if (charsOf(entry) <= maxChunkChars) return entry
  return { row: entry.row, label: entry.label, name: null, problem: tooLargeForChunk, doubts: [] }
}

/** Adds names that were read. Without `arrival` in the database, they are of no domain yet. */
export async function addEntries(
  store: ArrivalStore,
  { id, chunks, names }: Pick<Arrival, 'id' | 'chunks' | 'names'>,
  entries: readonly ListedEntry[],
): Promise<Pick<Arrival, 'chunks' | 'names'>> {
  const parts = toEntryChunks(entries)
  for (const [offset, part] of parts.entries())
    await store.put('chunks', { arrival: id, index: chunks + offset, entries: part })
  return { chunks: chunks + parts.length, names: names + entries.length }
}

/** Replaces an earlier one of the domain. */
export async function keepArrival(store: ArrivalStore, arrival: Arrival, source?: FileSource): Promise<void> {
  const previous = await store.get('arrivals', arrival.domain)
  if (previous && previous.id !== arrival.id) await deleteArrival(store, previous)
  if (source) await store.put('sources', source, arrival.id)
  await store.put('arrivals', arrival)
  await deleteUnfinished(store)
}

/** With the rule of the earlier one of its domain, and its checks of the chunks before `row`, from which on they may differ. */
export async function keepChecked(store: ArrivalStore, arrival: Arrival, row: number): Promise<Arrival> {
  const previous = await store.get('arrivals', arrival.domain)
  if (!previous) return arrival
  let checked = 0
  for (; checked < Math.min(arrival.chunks, previous.checked); checked += 1) {
    const { entries = [] } = (await store.get('chunks', [arrival.id, checked])) ?? {}
    const { results = [] } = (await store.get('results', [previous.id, 'check', checked])) ?? {}
    if (entries.length !== results.length || entries.some((entry) => entry.row >= row)) break
    await store.put('results', { arrival: arrival.id, phase: 'check', index: checked, results })
  }
  return { ...arrival, rule: previous.rule, checked }
}

/** Deletes what belongs to no domain: the page was closed while it was read. */
async function deleteUnfinished(store: ArrivalStore): Promise<void> {
  const kept = new Set((await store.getAll('arrivals')).map(({ id }) => id))
  const found = new Set((await store.getAllKeys('chunks')).map(([id]) => id))
  for (const id of found) if (!kept.has(id)) await deleteParts(store, id)
}

export async function deleteArrival(store: ArrivalStore, { domain, id }: Arrival): Promise<void> {
  await store.delete('arrivals', domain)
  await deleteParts(store, id)
}

async function deleteParts(store: ArrivalStore, id: string): Promise<void> {
  await store.delete('sources', id)
  await store.delete('chunks', IDBKeyRange.bound([id, 0], [id, Number.MAX_SAFE_INTEGER]))
  for (const phase of ['check', 'import'] as const) await deleteResults(store, id, phase)
}

export function deleteResults(store: ArrivalStore, id: string, phase: Phase): Promise<void> {
  return store.delete('results', resultsOf(id, phase))
}

function resultsOf(id: string, phase: Phase): IDBKeyRange {
  return IDBKeyRange.bound([id, phase, 0], [id, phase, Number.MAX_SAFE_INTEGER])
}

export async function readResults(
  store: ArrivalStore,
  { id }: Pick<Arrival, 'id'>,
  phase: Phase,
): Promise<readonly ArrivalResult[]> {
  return (await store.getAll('results', resultsOf(id, phase))).flatMap(({ results }) => results)
}
