import { AppError } from '../../errors.ts'
import type { ApiKey } from '../../model/api-key.ts'
import { expireApiKey, insertApiKey, lockApiKey } from '../../store/entities/api-keys.ts'
import { appendEvents } from '../../store/entities/event-log.ts'
import type { CoreContext } from '../context.ts'
import { keyEvent } from '../events/entity-events.ts'
import { generateApiKey, type NewApiKey } from './new-key.ts'
import { type ApiKeyRef, requireApiKey } from './require-api-key.ts'

export interface RotateApiKey extends ApiKeyRef {
  /** 0: the old key ends immediately. */
  readonly overlapMs: number
  /** Milliseconds since 1970; absent: the old key's expiry. */
  readonly expiresAt?: number | undefined
}

export interface RotatedApiKey extends NewApiKey {
  readonly previous: ApiKey
}

/** Atomic. The old key expires after the overlap, or at its own expiry if sooner. */
export async function rotateApiKey(context: CoreContext, input: RotateApiKey): Promise<RotatedApiKey> {
  const old = await requireApiKey(context, input)
  return context.store.transaction(async (transaction) => {
    await lockApiKey(transaction, old.id)
    // Read under the lock: by an earlier time, a key that another rotation has just ended would be valid.
    const now = context.clock()
    const previous = await expireApiKey(transaction, { id: old.id, now, expiresAt: now + input.overlapMs })
    if (!previous)
      throw new AppError(
        'ApiKeyNotFoundException',
        `The API key ${old.id} is revoked or expired; create a new one.`,
      )
    const created = generateApiKey(context, { ...rightsOf(old), expiresAt: input.expiresAt ?? old.expiresAt })
    await insertApiKey(transaction, created.apiKey)
    const event = keyEvent(context, { type: 'key.rotated', before: previous, after: created.apiKey })
    await appendEvents(transaction, event)
    return { ...created, previous }
  })
}

function rightsOf({ workspaceId, name, scopes, domainIds, origins }: ApiKey) {
  return {
    workspaceId,
    name,
    scopes,
    domainIds,
    origins,
  }
}
