import type { FastifyInstance } from 'fastify'
import type { Context } from '../context.ts'
import { baseUrl } from './base-url.ts'
import { x402ManifestOf } from './payment/discovery.ts'
import { x402Manifest } from './payment/schema.ts'

/** Serves /.well-known/x402.json. The payment protocol says its shape, so it stands outside the envelope. */
export function addDiscovery(app: FastifyInstance, context: Context): void {
  const schema = {
    operationId: 'x402Discovery',
    tags: ['Payment'],
    summary: 'List what can be paid for with x402',
    description: 'Empty where this service takes no payment.',
    response: { 200: x402Manifest.describe('The manifest.') },
  }
  app.get('/.well-known/x402.json', { schema }, async () =>
    x402ManifestOf(context.payments?.terms, baseUrl(context, app)),
  )
}
