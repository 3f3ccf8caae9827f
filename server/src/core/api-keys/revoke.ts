import type { ApiKey } from '../../model/api-key.ts'
import { markApiKeyRevoked } from '../../store/entities/api-keys.ts'
import type { CoreContext } from '../context.ts'
import { type ApiKeyRef, requireApiKey } from './require-api-key.ts'

/** Idempotent. */
export async function revokeApiKey(context: CoreContext, ref: ApiKeyRef): Promise<ApiKey> {
  const { id } = await requireApiKey(context, ref)
  await markApiKeyRevoked(context.store.db, id, context.clock())
  return requireApiKey(context, ref)
}

revokeApiKey.errors = requireApiKey.errors
