import type { ApiKey } from '../../model/api-key.ts'
import { markApiKeyRevoked } from '../../store/entities/api-keys.ts'
import { appendEvents } from '../../store/entities/event-log.ts'
import type { CoreContext } from '../context.ts'
import { keyEvent } from '../events/entity-events.ts'
import { type ApiKeyRef, requireApiKey } from './require-api-key.ts'

/** Idempotent. */
export async function revokeApiKey(context: CoreContext, ref: ApiKeyRef): Promise<ApiKey> {
  const key = await requireApiKey(context, ref)
  await context.store.transaction(async (tx) => {
    if (await markApiKeyRevoked(tx, key.id, context.clock()))
      await appendEvents(tx, keyEvent(context, { type: 'key.revoked', before: key }))
  })
  return requireApiKey(context, ref)
}
