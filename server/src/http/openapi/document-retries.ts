import { z } from 'zod'
import { isWrite } from '../idempotency/replay-hooks.ts'
import type { Route } from '../operation.ts'
import { routes } from '../operations.ts'
import { routeSchema } from './route-schema.ts'
import { type OpenapiDocument, operationsOf } from './types.ts'

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
    description: 'Change only a state with this `ETag`, else 412; `*`: any.',
    example: etagExample,
  }),
  'if-none-match': z.string().meta({
    description: 'The `ETag` of the state that the client has: 304 while it is current.',
    example: etagExample,
  }),
} as const

/** Of writes. */
const ifNoneMatch = requestHeaders['if-none-match'].meta({
  description: 'Do not change a state with this `ETag`, but respond 412; `*`: any.',
  example: etagExample,
})

/** The schema with headers that the document has and validation ignores. */
export function withRequestHeaders(route: Route) {
  const schema = routeSchema(route)
  const headers = z.object({
    ...(route.headers instanceof z.ZodObject && route.headers.shape),
    ...optionalHeaders(isWrite(route) && 'idempotency-key'),
    ...optionalHeaders(route.isConditional === true && 'if-match'),
    ...(route.isConditional === true && { 'if-none-match': ifNoneMatch.optional() }),
    ...optionalHeaders(isRevalidated(route) && 'if-none-match'),
  })
  return Object.keys(headers.shape).length === 0 ? schema : { ...schema, headers }
}

function optionalHeaders(name: keyof typeof requestHeaders | false) {
  return name === false ? {} : { [name]: requestHeaders[name].optional() }
}

function isRevalidated({ method, hasEtag }: Route): boolean {
  return method === 'GET' && hasEtag
}

/** Adds 304, and the headers of responses. */
export function documentRetries(document: OpenapiDocument): OpenapiDocument {
  const routeById = new Map(routes.map((route) => [route.id, route]))
  for (const { operationId = '', responses } of operationsOf(document)) {
    const route = routeById.get(operationId)
    if (!route) continue
    if (isRevalidated(route)) responses[304] = { description: 'The state that the client has is current.' }
    for (const [status, response] of Object.entries(responses))
      response.headers = {
        ...(route.hasEtag && /^2|304/.test(status) && { ETag: reference('ETag') }),
        ...(status === '412' && { ETag: reference('ETag') }),
        ...(isWrite(route) &&
          /^[24]/.test(status) && { 'Idempotent-Replayed': reference('Idempotent-Replayed') }),
      }
  }
  return document
}

function reference(name: string) {
  return { $ref: `#/components/headers/${name}` }
}
