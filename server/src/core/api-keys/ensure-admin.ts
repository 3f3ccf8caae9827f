import type { ApiKey } from '../../model/api-key.ts'
import {
  findApiKeyByHash,
  insertApiKey,
  listAdminKeys,
  lockAdminKeys,
} from '../../store/entities/api-keys.ts'
import { appendEvents } from '../../store/entities/event-log.ts'
import { insertWorkspace } from '../../store/entities/workspaces.ts'
import { hashKey } from '../auth/hash-key.ts'
import type { CoreContext } from '../context.ts'
import { keyEvent } from '../events/entity-events.ts'
import { newId } from '../new-id.ts'
import { generateApiKey } from './new-key.ts'

const configuredKeyName = 'Admin key of the environment'
const generatedKeyName = 'First admin key'

/**
 * Ensures an admin key: the operator's `configured` one, else, at the first start, a new one. Concurrent starts create
 * one key.
 *
 * @param deliverKey delivers the new key before it is stored; if it fails, nothing is stored.
 * @returns undefined unless a key was generated.
 */
export async function ensureAdminKey(
  context: CoreContext,
  configuredKey: string | undefined,
  deliverKey: (key: string) => Promise<void> = async () => {},
): Promise<string | undefined> {
  return context.store.transaction(async (tx) => {
    await lockAdminKeys(tx)
    const existing = await listAdminKeys(tx)
    const exists = configuredKey
      ? await findApiKeyByHash(tx, hashKey(configuredKey))
      : existing.some(({ revokedAt }) => revokedAt === null)
    if (exists) return undefined

    const workspaceId = existing.find(isCreatedAtStartup)?.workspaceId
    const rights = { scopes: ['admin'], domainIds: null, origins: null, expiresAt: null } as const
    const name = configuredKey ? configuredKeyName : generatedKeyName
    const { apiKey, key } = generateApiKey(
      context,
      { ...rights, workspaceId: workspaceId ?? newId(), name },
      configuredKey,
    )
    const workspace = { id: apiKey.workspaceId, name: 'Administration', createdAt: apiKey.createdAt }
    if (workspaceId === undefined) await insertWorkspace(tx, workspace)
    await insertApiKey(tx, apiKey)
    await appendEvents(tx, keyEvent(context, { type: 'key.created', after: apiKey }))
    if (configuredKey) return undefined
    await deliverKey(key)
    return key
  })
}

/** Valid admin keys of earlier starts except `configured`: changing the setting revokes none. */
export async function staleAdminKeys(
  { store, clock }: CoreContext,
  configuredKey: string | undefined,
): Promise<readonly ApiKey[]> {
  const now = clock()
  const hash = configuredKey && hashKey(configuredKey)
  return (await listAdminKeys(store.db)).filter(
    (key) =>
      isCreatedAtStartup(key) &&
      key.hash !== hash &&
      // Without the setting, the first start's key is in use.
      (configuredKey !== undefined || key.name === configuredKeyName) &&
      key.revokedAt === null &&
      (key.expiresAt === null || key.expiresAt > now),
  )
}

/** A start does not restore a revoked key. */
export async function isAdminKeyRevoked({ store }: CoreContext, configuredKey: string): Promise<boolean> {
  const key = await findApiKeyByHash(store.db, hashKey(configuredKey))
  return key !== undefined && key.revokedAt !== null
}

function isCreatedAtStartup({ name }: ApiKey): boolean {
  return name === configuredKeyName || name === generatedKeyName
}
