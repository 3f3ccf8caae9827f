import { findApiKey } from '../../store/entities/api-keys.ts'
import type { CoreContext, Credential } from '../context.ts'
import { invalidKeyError, isKeyValid } from './keys.ts'
import { readSession } from './sessions.ts'

/** What a credential may do now, for a response that goes on after it was authenticated. */
export async function refreshCredential(
  context: CoreContext,
  { apiKey, session }: Credential,
): Promise<Credential> {
  if (session) return { session: await readSession(context, session.session.hash) }
  if (!apiKey) return {}
  const key = await findApiKey(context.store.db, apiKey.id)
  if (!key || !isKeyValid(key, context.clock())) throw invalidKeyError()
  return { apiKey: key }
}
