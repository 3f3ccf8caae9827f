import { z } from 'zod'
import type { Route } from '../operation.ts'
import { isWrite } from '../requests/idempotency.ts'

/** Of all headers together, in bytes. */
const maxHeaderLength = 65_536

/** Of responses: components of the document. */
export const responseHeaders = {
  'x-request-id': {
    description:
      "Identifies the request in the service's log: the request's own `x-request-id`, if it has one of at most 64 letters, " +
      'digits, `.`, `_`, `:` and `-`.',
    schema: { type: 'string' },
    example: '3f0c9f5e-8f0b-4a57-9d0a-5f1d7c2b6a11',
  },
  'Retry-After': {
    description: 'Seconds to wait before the next attempt.',
    schema: { type: 'integer', minimum: 0 },
    example: 12,
  },
  RateLimit: {
    description:
      'The remainder of each limit: its name, the requests, writes or bytes left (`r`) and the seconds until it is reset (`t`). A list: a ' +
      'request may count towards several limits. Absent where no limit applies.',
    schema: { type: 'string' },
    example: '"address";r=1199;t=42',
  },
  'RateLimit-Policy': {
    description:
      'The limits themselves: name, requests, writes or, with `qu="content-bytes"`, bytes (`q`), and seconds (`w`).',
    schema: { type: 'string' },
    example: '"address";q=1200;w=60',
  },
  ETag: {
    description: 'The entity tag of the state, for `If-Match` and `If-None-Match`.',
    schema: { type: 'string' },
    example: '"Jk1zM5s0yV4bq2wT8nX3cA"',
  },
  'Idempotent-Replayed': {
    description: '`true` when this is the response of an earlier request with the same `Idempotency-Key`.',
    schema: { type: 'string', enum: ['true'] },
    example: 'true',
  },
}

type HeaderName = keyof typeof responseHeaders

/** What decides about the headers of an operation's responses. */
interface ResponseTraits {
  readonly isLimited: boolean
  readonly isWrite: boolean
  readonly hasEtag: boolean
}

export function headersOf(
  status: string,
  { isLimited, isWrite, hasEtag }: ResponseTraits,
): Record<string, object> {
  const names: readonly HeaderName[] = [
    ...((hasEtag && /^2|304/.test(status)) || status === '412' ? (['ETag'] as const) : []),
    ...(isWrite && /^[24]/.test(status) ? (['Idempotent-Replayed'] as const) : []),
    'x-request-id',
    ...(isLimited && /^2|402|429/.test(status) ? (['RateLimit', 'RateLimit-Policy'] as const) : []),
    ...(status === '429' || status === '503' ? (['Retry-After'] as const) : []),
  ]
  return Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]))
}

const etagExample = '"Jk1zM5s0yV4bq2wT8nX3cA"'

const requestHeaders = {
  'idempotency-key': z
    .string()
    .min(1)
    .max(255)
    .meta({
      description:
        'Makes a retry safe: for 24 hours, the same request with the same key gets the first response again, and nothing is ' +
        'done twice. A key of your own for each request, such as a UUID.',
      example: '8e03978e-40d5-43dd-bc93-6894a57f9324',
    }),
  'if-match': z.string().meta({
    maxLength: maxHeaderLength,
    description: 'Change only a state with this `ETag`, else 412; `*`: any.',
    example: etagExample,
  }),
  'if-none-match': z.string().meta({
    maxLength: maxHeaderLength,
    description: 'The `ETag` of the state that the client has: 304 while it is current.',
    example: etagExample,
  }),
} as const

/** Of reads. */
export const ifNoneMatchOfReads = requestHeaders['if-none-match'].optional()

/** Of writes. */
const ifNoneMatch = requestHeaders['if-none-match'].meta({
  description: 'Do not change a state with this `ETag`, but respond 412; `*`: any.',
  example: etagExample,
})

/** Headers of requests, with those that the document has and validation ignores; absent: none. */
export function requestHeadersOf(route: Route): z.ZodType | undefined {
  const headers = z.object({
    ...(route.headers instanceof z.ZodObject && route.headers.shape),
    ...optionalHeaders(isWrite(route) && 'idempotency-key'),
    ...optionalHeaders(route.isConditional === true && 'if-match'),
    ...(route.isConditional === true && { 'if-none-match': ifNoneMatch.optional() }),
    ...optionalHeaders(route.isRevalidated && 'if-none-match'),
  })
  return Object.keys(headers.shape).length === 0 ? undefined : headers
}

function optionalHeaders(name: keyof typeof requestHeaders | false) {
  return name === false ? {} : { [name]: requestHeaders[name].optional() }
}
