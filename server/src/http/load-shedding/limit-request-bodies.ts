import type { FastifyInstance } from 'fastify'
import type { Context } from '../../context.ts'
import { OverloadedError } from '../../errors.ts'
import { clientKey } from '../rate-limit/client-key.ts'

export function inputBuffersFullError() {
  return new OverloadedError('Too many request bodies are being received. Retry after 1 second.')
}

export function limitRequestBodies(app: FastifyInstance, { inputBuffers }: Context): void {
  app.addHook('preParsing', (request, reply, payload, done) => {
    // A discarded body has no reader, and an unhandled error would throw.
    payload.on('error', () => {})
    inputBuffers.track(request.raw, reply.raw, clientKey(request.ip), () =>
      payload.emit('error', inputBuffersFullError()),
    )
    done(null, payload)
  })
}
