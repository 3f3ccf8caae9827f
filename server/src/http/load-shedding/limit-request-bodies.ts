import type { FastifyInstance } from 'fastify'
import type { Context } from '../../context.ts'
import { AppError } from '../../errors.ts'
import { clientKey } from '../rate-limit/client-key.ts'

/** What is told to a client whose body there is no room for. */
export function inputBuffersFullError() {
  return new AppError(
    'ServiceUnavailableException',
    'Too many request bodies are being received. Retry after 1 second.',
  )
}

/** Bounds what is kept of bodies while they are received, for all requests that the framework reads into memory. */
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
