import type { FastifyInstance } from 'fastify'
import type { Context } from '../context.ts'

/** The configured public URL, else the listen address. Without a slash at its end. */
export function baseUrl({ config }: Context, app: FastifyInstance): string {
  return config.publicUrl ?? app.listeningOrigin
}
