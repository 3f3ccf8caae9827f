import type { FastifyInstance } from 'fastify'
import type { Context } from '../../context.ts'
import { AppError } from '../../errors.ts'
import { clientKey } from '../rate-limit/client-key.ts'

/** The error of a body above the bounds. */
export function inputBuffersFullError() {
  return new AppError(
    'ServiceUnavailableException',
    'Too many request bodies are being received. Retry after 1 second.',
  )
}

/** Bounds the buffered bodies of all requests that the framework reads into memory. */
export function limitRequestBodies(app: FastifyInstance, { inputBuffers }: Context): void {
  app.addHook('preParsing', (request, reply, payload, done) => {
    // The reader of the body gets this error; a body that is discarded has no reader, and an unhandled error would throw.
    payload.on('error', () => {})
    inputBuffers.track(request.raw, reply.raw, clientKey(request.ip), () =>
      payload.emit('error', inputBuffersFullError()),
    )
    done(null, payload)
  })
}
