import type { FastifyRequest } from 'fastify'
import { credentialOf } from '../credential-of.ts'
import { clientKey } from '../rate-limit/client-key.ts'
import type { LoadSubject } from './in-flight-limiter.ts'

/**
 * By credential, so that a workspace does not use up what another one behind the same address may have: all keys of a
 * workspace count together for what is short, a key alone for what stays open. Without a credential, by address.
 */
export function loadSubjectOf(request: FastifyRequest, staysOpen: boolean): LoadSubject {
  const { apiKey, session } = credentialOf(request)
  if (apiKey) {
    const client = staysOpen ? `key ${apiKey.id}` : `keys of ${apiKey.workspaceId}`
    return { client, workspaces: [apiKey.workspaceId] }
  }
  if (!session) return { client: clientKey(request.ip), workspaces: [] }
  const { address, keyId } = session.session
  return { client: `member ${address ?? keyId}`, workspaces: [...session.roles.keys()] }
}
