import type { IncomingMessage } from 'node:http'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { toAppError } from '../to-app-error.ts'

/** Read beyond the limit, so that the client can read the 413. */
const maxDrainBytes = 33_554_432

/** An empty body counts as absent, with any content type: some clients always send one. */
export function registerJsonParser(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error')
  app.removeContentTypeParser('application/json')
  app.addContentTypeParser<string>('application/json', { parseAs: 'string' }, (request, body, done) =>
    body === '' ? done(null, undefined) : parse(request, body, done),
  )
}

/** Lets clients that send the whole body before they read see the 413. */
export function drainOversizedBodies(app: FastifyInstance): void {
  app.addHook('onError', async (request, reply, error) => {
    if (toAppError(error).status === 413 && contentLength(request) <= maxDrainBytes)
      keepConnectionOpen(request, reply)
    else if (!request.raw.complete) destroyAfter(request, maxDrainBytes)
  })
}

/** A connection closed while its client still writes is reset, and the response is lost. */
function keepConnectionOpen(request: FastifyRequest, reply: FastifyReply): void {
  reply.removeHeader('connection')
  destroyAfter(request, maxDrainBytes)
}

/**
 * Discards the rest of a rejected body, so that the client can read the response. False when the declared length is too
 * large: the connection should close.
 */
export function drainBody(raw: IncomingMessage): boolean {
  if (!raw.complete) destroyAfter({ raw }, maxDrainBytes)
  return contentLength(raw) <= maxDrainBytes
}

export function destroyAfter({ raw }: Pick<FastifyRequest, 'raw'>, maxBytes: number): void {
  let remaining = maxBytes
  raw.on('data', (chunk: Buffer) => {
    remaining -= chunk.length
    if (remaining < 0) raw.destroy()
  })
}

export function contentLength({ headers }: Pick<FastifyRequest, 'headers'>): number {
  return Number(headers['content-length'] ?? 0)
}
