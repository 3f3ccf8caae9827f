import type { FastifyInstance } from 'fastify'
import { z } from 'zod'

/** What an x402 client finds: the URLs that it may pay for. */
const x402Document = z.object({ version: z.literal(1), resources: z.array(z.string()) })

/** Serves /.well-known/x402.json. The payment protocol says its shape, so it stands outside the envelope. */
export function addDiscovery(app: FastifyInstance): void {
  const schema = {
    operationId: 'x402Discovery',
    tags: ['Payment'],
    summary: 'List what can be paid for with x402',
    description: 'This service takes no payment, so the list is empty.',
    response: { 200: x402Document },
  }
  app.get('/.well-known/x402.json', { schema }, async () => ({ version: 1, resources: [] }))
}
