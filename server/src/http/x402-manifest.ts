import type { FastifyInstance } from 'fastify'
import { buildX402Manifest, x402Manifest } from '../payments/http/description.ts'
import { limitRead, type RouteDependencies } from './mount-route.ts'
import { maxResponseBytes } from './openapi/response-size.ts'
import { errorResponses, withoutInput } from './openapi/route-schema.ts'
import { paymentTag } from './openapi/tags.ts'
import { baseUrl } from './requests/url.ts'
import { tooManyRequests } from './schema/envelope.ts'

const schema = {
  security: [],
  operationId: 'x402Discovery',
  tag: paymentTag,
  maxBytes: maxResponseBytes.name,
  summary: 'List operations paid with x402',
  description: 'Empty where this service takes no payment.',
  response: {
    200: x402Manifest.describe('The manifest.'),
    ...errorResponses([...withoutInput, 'ServiceUnavailableException']),
    429: tooManyRequests,
  },
}

export const x402ManifestOperation = { method: 'GET', url: '/.well-known/x402.json', schema } as const

/** The payment protocol defines its form, so it has no envelope. */
export function addX402Manifest(app: FastifyInstance, dependencies: RouteDependencies): void {
  const { context } = dependencies
  app.get(x402ManifestOperation.url, { schema, onRequest: limitRead(dependencies) }, async () =>
    buildX402Manifest(context.payments.active?.terms, baseUrl(context, app)),
  )
}
