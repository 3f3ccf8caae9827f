import { type OpenapiDocument, operationsOf } from './types.ts'

const headers = {
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

const ofEvery = referencesTo('x-request-id')
const ofRetryable = referencesTo('Retry-After')
const ofLimited = referencesTo('RateLimit', 'RateLimit-Policy')

export function documentHeaders(document: OpenapiDocument): OpenapiDocument {
  for (const { responses } of operationsOf(document))
    for (const [status, response] of Object.entries(responses)) {
      const isLimited = '429' in responses && (status.startsWith('2') || status === '402' || status === '429')
      response.headers = {
        ...response.headers,
        ...ofEvery,
        ...(isLimited && ofLimited),
        ...((status === '429' || status === '503') && ofRetryable),
      }
    }
  Object.assign(document.components, { headers })
  return document
}

function referencesTo(...names: readonly (keyof typeof headers)[]): Record<string, object> {
  return Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]))
}
