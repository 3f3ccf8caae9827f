import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { toAppError } from './error-handler.ts'

/** Bytes that are read of a body that is too large, so that its client hears why it is refused. */
const maxDrainBytes = 33_554_432

/** Lets an app take JSON. An empty body is none, whatever its content type: clients send one with every request. */
export function registerJsonParser(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error')
  app.removeContentTypeParser('application/json')
  app.addContentTypeParser<string>('application/json', { parseAs: 'string' }, (request, body, done) =>
    body === '' ? done(null, undefined) : parse(request, body, done),
  )
}

/** Parses JSON as `takeJson` does, for what reads bodies itself. Throws what the framework does. */
export function createJsonParser(app: FastifyInstance): (text: string) => unknown {
  const parse = app.getDefaultJsonParser('error', 'error')
  return (text) => {
    let parsed: unknown
    parse(unusedRequest(), text, (error, value) => {
      if (error) throw error
      parsed = value
    })
    return parsed
  }
}

/** Safe because the framework's parser looks at the text alone. */
function unusedRequest() {
  return undefined as unknown as FastifyRequest
}

/** Has the clients of an app hear that their body is too large, also those that read nothing before they have sent all. */
export function drainOversizedBodies(app: FastifyInstance): void {
  app.addHook('onError', async (request, reply, error) => {
    if (toAppError(error).status === 413 && contentLength(request) <= maxDrainBytes)
      keepConnectionOpen(request, reply)
    else if (!request.raw.complete) destroyAfter(request, maxDrainBytes)
  })
}

/** A connection that is closed while its client still writes is reset, and the answer is lost with it. */
function keepConnectionOpen(request: FastifyRequest, reply: FastifyReply): void {
  reply.removeHeader('connection')
  destroyAfter(request, maxDrainBytes)
}

/** Reads a body, whoever else does, and ends its connection when it has more bytes than `most`. */
export function destroyAfter({ raw }: FastifyRequest, maxBytes: number): void {
  let remaining = maxBytes
  raw.on('data', (chunk: Buffer) => {
    remaining -= chunk.length
    if (remaining < 0) raw.destroy()
  })
}

/** Bytes of a body, as far as the request tells. */
export function contentLength({ headers }: FastifyRequest): number {
  return Number(headers['content-length'] ?? 0)
}
