import type { FastifyInstance } from 'fastify'
import type { Context } from '../context.ts'

/** Where clients reach this service: as the operator says, else where it listens. Without a slash at its end. */
export function baseUrl({ config }: Context, app: FastifyInstance): string {
  return config.publicUrl ?? app.listeningOrigin
}
