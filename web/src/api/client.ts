import type { paths } from '@byname/sdk/openapi'
import createClient from 'openapi-fetch'
import { ApiError } from './api-error.ts'
import { reach } from './reach.ts'
import { serviceOrigin } from './service-origin.ts'

/** The public interface of the service that the page comes from. */
export const api = createClient<paths>({ baseUrl: serviceOrigin, fetch: (request) => send(request) })

let send = (request: Request): Promise<Response> => reach(request)

/** Sends every request of `api` from now on. */
export function sendRequestsBy(sender: typeof send): void {
  send = sender
}

interface Outcome<Data> {
  readonly data?: { readonly result: { readonly data: Data } }
  readonly error?: unknown
  readonly response: Response
}

/** @throws ApiError with the sentence of the service. */
export async function unwrap<Data>(request: Promise<Outcome<Data>>): Promise<Data> {
  return (await unwrapWithEtag(request)).data
}

/** For writes with If-Match. @throws ApiError */
export async function unwrapWithEtag<Data>(
  request: Promise<Outcome<Data>>,
): Promise<{ readonly data: Data; readonly etag: string }> {
  const { data, error, response } = await request
  if (data) return { data: data.result.data, etag: response.headers.get('etag') ?? '' }
  throw ApiError.fromEnvelope(error, response)
}

/** Safe because the server has rendered the page for this chain. */
export function chainIdOf(chainId: number): 1 | 11155111 {
  return chainId as 1 | 11155111
}

/** Options of `api`'s methods for an operation with a file, which the document describes as a string (`format: binary`). */
export function fileBody(file: File) {
  const form = new FormData()
  form.set('file', file)
  return { body: { file: file.name }, bodySerializer: () => form }
}

interface CursorPage<Entry> {
  readonly data: readonly Entry[]
  readonly next: string | null
}

/** Of a list that has few entries. `after`: absent for the first page. */
export async function allPages<Entry>(
  read: (query: { readonly limit: 100; readonly after?: string }) => Promise<CursorPage<Entry>>,
): Promise<readonly Entry[]> {
  const entries: Entry[] = []
  let next: string | null = null
  do {
    const page: CursorPage<Entry> = await read({ limit: 100, ...(next !== null && { after: next }) })
    entries.push(...page.data)
    next = page.next
  } while (next !== null)
  return entries
}
