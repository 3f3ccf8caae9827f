import type { components, paths } from '@byname/sdk/openapi'
import { type QueryClient, queryOptions } from '@tanstack/react-query'
import { api, chainIdOf, unwrap, unwrapWithEtag } from '../../api/client.ts'
import { retryAfter } from '../../api/retry-after.ts'
import { toChunks } from '../bulk/to-chunks.ts'
import { readNamesAgain } from '../names/queries.ts'
import type { DomainRef } from '../queries.ts'

export type NameNotes = components['schemas']['NameNotes']

export const notesPath = '/byname/v1/names/{name}/notes'
export const bulkNotesPath = '/byname/v1/domains/{domain}/notes/batch'

/** As the service bounds them. */
const maxNamesOfRequest = 1000

const tagsKey = ({ domain, chainId }: DomainRef) => ['tags', chainId, domain] as const

/** With the numbers of their names. */
export const tagsQuery = (ref: DomainRef) =>
  queryOptions({
    queryKey: tagsKey(ref),
    queryFn: async () => {
      const params = { path: { domain: ref.domain }, query: { chainId: chainIdOf(ref.chainId) } }
      return (await unwrap(api.GET('/byname/v1/domains/{domain}/tags', { params }))).tags
    },
  })

export const notesQuery = (name: string, chainId: number) =>
  queryOptions({
    queryKey: ['notes', chainId, name],
    queryFn: () => {
      const params = { path: { name }, query: { chainId: chainIdOf(chainId) } }
      return unwrapWithEtag(api.GET(notesPath, { params }))
    },
  })

interface SavedNotes extends Pick<NameNotes, 'tags' | 'note'> {
  readonly name: string
  readonly chainId: number
  /** Of the state that was edited: a later one is not overwritten. */
  readonly etag: string | null
}

export function saveNotes({ name, chainId, etag, tags, note }: SavedNotes) {
  const params = { path: { name }, query: { chainId: chainIdOf(chainId) } }
  const headers = etag === null ? {} : { 'if-match': etag }
  return unwrapWithEtag(api.PATCH(notesPath, { params, headers, body: { tags, note } }))
}

type BulkBody = paths[typeof bulkNotesPath]['post']['requestBody']['content']['application/json']

/** What many names get or lose. */
export type NotesChange = Omit<BulkBody, 'labels'>

export interface BulkNotesResult {
  readonly changed: number
  readonly unchanged: number
  readonly failed: readonly { readonly label: string; readonly message: string }[]
}

interface BulkNotes {
  readonly labels: readonly string[]
  readonly change: NotesChange
  readonly signal: AbortSignal
  /** Names that were sent. */
  readonly onProgress: (names: number) => void
}

/** One request after the other. A repetition changes nothing more. */
export async function changeNotesOf(
  ref: DomainRef,
  { labels, change, signal, onProgress }: BulkNotes,
): Promise<BulkNotesResult> {
  const params = { path: { domain: ref.domain }, query: { chainId: chainIdOf(ref.chainId) } }
  let total: BulkNotesResult = { changed: 0, unchanged: 0, failed: [] }
  let sent = 0
  const sizeOf = (label: string) => JSON.stringify(label).length
  for (const chunk of toChunks(labels, { maxItems: maxNamesOfRequest, sizeOf })) {
    if (signal.aborted) break
    const body = { labels: [...chunk], ...change }
    const part = await retryAfter(() => unwrap(api.POST(bulkNotesPath, { params, body })), { signal })
    total = {
      changed: total.changed + part.changed,
      unchanged: total.unchanged + part.unchanged,
      failed: [...total.failed, ...part.failed],
    }
    sent += chunk.length
    onProgress(sent)
  }
  return total
}

/** What shows tags and notes of names of the domain. */
export function readNotesAgain(client: QueryClient, ref: DomainRef) {
  return Promise.all([
    client.invalidateQueries({ queryKey: tagsKey(ref) }),
    client.invalidateQueries({ queryKey: ['notes', ref.chainId] }),
    readNamesAgain(client, ref),
  ])
}
