import createOpenapiClient, { type MaybeOptionalInit } from 'openapi-fetch'
import { errorOfResponse } from './errors.ts'
import type { paths } from './openapi-types.ts'
import { randomHex } from './random-hex.ts'
import { sendWithRetries, streamType, type TransportOptions } from './transport.ts'

/** Of every call. */
export interface CallOptions {
  readonly signal?: AbortSignal | undefined
  /** Of a write; absent: a random one for each call, so that retries are safe. Reuse one to repeat a call of yours. */
  readonly idempotencyKey?: string | undefined
}

export type HttpMethod = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

/** Paths of the OpenAPI document that have the method. */
export type PathOf<Method extends HttpMethod> = {
  [Path in keyof paths]: paths[Path] extends Readonly<Record<Lowercase<Method>, object>> ? Path : never
}[keyof paths]

/** Parameters and body, as the OpenAPI document has them. */
type InitOf<Method extends HttpMethod, Path extends PathOf<Method>> = MaybeOptionalInit<
  paths[Path],
  Lowercase<Method> & keyof paths[Path]
>

export type InitArguments<Method extends HttpMethod, Path extends PathOf<Method>> =
  undefined extends InitOf<Method, Path> ? [init?: InitOf<Method, Path>] : [init: InitOf<Method, Path>]

interface EnvelopeOf<Data> {
  readonly content: { readonly 'application/json': { readonly result: { readonly data: Data } } }
}

/** What the envelope of a success has. */
export type DataOf<Method extends HttpMethod, Path extends PathOf<Method>> = paths[Path] extends {
  readonly [Key in Lowercase<Method>]: { readonly responses: infer Responses }
}
  ? Responses extends { readonly 200: EnvelopeOf<infer Data> } | { readonly 201: EnvelopeOf<infer Data> }
    ? Data
    : unknown
  : never

export interface Reply<Data> {
  readonly data: Data
  /** Entity tag of the state, for `ifMatch`; empty without one. */
  readonly etag: string
}

type Send = <Method extends HttpMethod, Path extends PathOf<Method>>(
  method: Method,
  path: Path,
  ...init: InitArguments<Method, Path>
) => Promise<Reply<DataOf<Method, Path>>>

export interface Http {
  /** @throws BynameError */
  readonly send: Send
  /** @throws BynameError */
  readonly openStream: (
    query: Readonly<Record<string, unknown>>,
    signal: AbortSignal,
  ) => Promise<ReadableStream<Uint8Array>>
}

interface HttpOptions extends TransportOptions {
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
}

interface LooseInit {
  readonly headers?: Readonly<Record<string, string>>
}

/** As the method of the library, whose types do not follow those of `Send`, which its callers are checked against. */
type LooseRequest = (
  method: string,
  path: string,
  init: LooseInit,
) => Promise<{ readonly data?: unknown; readonly error?: unknown; readonly response: Response }>

export function createHttp({ url, headers, ...transport }: HttpOptions): Http {
  const client = createOpenapiClient<paths>({
    baseUrl: url.replace(/\/+$/, ''),
    headers,
    fetch: (request) => sendWithRetries(request, transport),
  })
  const request = client.request as unknown as LooseRequest
  const exchange = async (method: string, path: string, init: LooseInit) => {
    const isWrite = method !== 'GET'
    const key = isWrite && !init.headers?.['idempotency-key'] ? { 'idempotency-key': randomHex() } : {}
    const { data, error, response } = await request(method, path, {
      ...init,
      headers: { ...key, ...init.headers },
    }).catch(asUnexpected)
    if (!response.ok) throw errorOfResponse(error, response)
    return { data, etag: response.headers.get('etag') ?? '' }
  }
  return {
    send: async (method, path, ...[init]) => {
      const { data, etag } = await exchange(method, path, (init ?? {}) as LooseInit)
      // Safe because the types of the callers follow from the document, and those of the responses too.
      const { result } = data as { readonly result: { readonly data: never } }
      return { data: result.data, etag }
    },
    openStream: async (query, signal) => {
      const init = { params: { query }, parseAs: 'stream', headers: { accept: streamType }, signal }
      return (await exchange('GET', '/byname/v1/events/stream', init)).data as ReadableStream<Uint8Array>
    },
  }
}

/** Of a success that is no JSON. */
function asUnexpected(error: unknown): never {
  throw error instanceof SyntaxError ? errorOfResponse(undefined, new Response(null, { status: 200 })) : error
}

/** Headers and signal of a call. */
export function callInit(
  { signal, idempotencyKey }: CallOptions = {},
  headers: Readonly<Record<string, string | undefined>> = {},
) {
  return {
    ...(signal && { signal }),
    headers: definedOf({ ...headers, 'idempotency-key': idempotencyKey }),
  }
}

/** Without fields that are `undefined`. */
export function definedOf<Value>(fields: Readonly<Record<string, Value | undefined>>) {
  return Object.fromEntries(
    Object.entries(fields).filter((entry): entry is [string, Value] => entry[1] !== undefined),
  )
}
