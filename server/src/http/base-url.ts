import type { FastifyInstance } from 'fastify'
import type { Context } from '../context.ts'

/** The public URL, else the listen address; without a trailing slash. */
export function baseUrl({ config }: Context, app: FastifyInstance): string {
  return config.publicUrl ?? app.listeningOrigin
}
