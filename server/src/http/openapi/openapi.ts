import { createHash } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import type { Context } from '../../context.ts'
import { addReader } from './reader.ts'

/** Serves /openapi.json and /docs, both built at the first request. */
export function addOpenapi(app: FastifyInstance, { config, payments }: Context): void {
  const build = async () => {
    const { buildDocument } = await import('./document.ts')
    return serializeWithEtag(await buildDocument({ publicUrl: config.publicUrl, terms: payments?.terms }))
  }
  let built: ReturnType<typeof build> | undefined
  app.get('/openapi.json', { schema: { hide: true } }, async (request, reply) => {
    built ??= build()
    const { text, etag } = await built
    reply.headers({ etag, 'cache-control': 'no-cache' })
    if (request.headers['if-none-match'] === etag) return reply.code(304).send()
    return reply.type('application/json; charset=utf-8').send(text)
  })
  addReader(app)
}

/** With its entity tag (RFC 9110 §8.8.3). */
function serializeWithEtag(document: object) {
  const text = JSON.stringify(document)
  return { text, etag: `"${createHash('sha256').update(text).digest('base64url')}"` }
}
