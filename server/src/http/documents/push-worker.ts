import { readFile } from 'node:fs/promises'
import type { FastifyInstance } from 'fastify'

/** It reaches nothing but what its pages give it, and browsers look for a new one at each use. */
const headers = {
  'cache-control': 'no-cache',
  'content-security-policy': "default-src 'none'",
  'cross-origin-resource-policy': 'same-origin',
  'x-content-type-options': 'nosniff',
} as const

/** The service worker that shows notifications (`web/push-worker.js`), at the root of each host. */
export async function addPushWorker(app: FastifyInstance, file: URL): Promise<void> {
  const text = await readFile(file, 'utf8')
  app.get('/push-worker.js', async (_request, reply) =>
    reply.headers(headers).type('text/javascript; charset=utf-8').send(text),
  )
}
