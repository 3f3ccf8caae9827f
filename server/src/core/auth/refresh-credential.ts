import { findApiKey } from '../../store/entities/api-keys.ts'
import type { Credential } from '../caller.ts'
import type { CoreContext } from '../context.ts'
import { invalidKeyError } from './authenticate-key.ts'
import { readSession } from './authenticate-session.ts'
import { isKeyValid } from './is-key-valid.ts'

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
