import type { FastifyRequest } from 'fastify'
import type { Credential } from '../core/caller.ts'

/** What `mountRoute` has authenticated. */
export function credentialOf(request: FastifyRequest): Credential {
  return request.getDecorator<Credential | undefined>('credential') ?? {}
}
