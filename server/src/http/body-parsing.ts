import type { IncomingMessage } from 'node:http'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { toAppError } from './error-handler.ts'

/** Bytes of a body above the limit that are read before the connection ends, so that the client can read the 413. */
const maxDrainBytes = 33_554_432

/** Registers the JSON parser. An empty body counts as absent, with any content type: clients send one with every request. */
export function registerJsonParser(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error')
  app.removeContentTypeParser('application/json')
  app.addContentTypeParser<string>('application/json', { parseAs: 'string' }, (request, body, done) =>
    body === '' ? done(null, undefined) : parse(request, body, done),
  )
}

/** Lets clients read the 413 for a body above the limit, even those that read nothing before they have sent it all. */
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
 * Lets the client of a rejected request send the rest of its body and read the response. False for a body whose declared length
 * is too large for that: its connection should close.
 */
export function drainBody(raw: IncomingMessage): boolean {
  if (!raw.complete) destroyAfter({ raw }, maxDrainBytes)
  return contentLength(raw) <= maxDrainBytes
}

/** Drains a body, beside any other reader, and ends its connection when it has more bytes than `most`. */
export function destroyAfter({ raw }: Pick<FastifyRequest, 'raw'>, maxBytes: number): void {
  let remaining = maxBytes
  raw.on('data', (chunk: Buffer) => {
    remaining -= chunk.length
    if (remaining < 0) raw.destroy()
  })
}

/** The declared length of a body in bytes. */
export function contentLength({ headers }: Pick<FastifyRequest, 'headers'>): number {
  return Number(headers['content-length'] ?? 0)
}
