import type { ApiKey } from '../../model/api-key.ts'
import {
  findApiKeyByHash,
  insertApiKey,
  listAdminKeys,
  lockAdminKeys,
} from '../../store/entities/api-keys.ts'
import { insertWorkspace } from '../../store/entities/workspaces.ts'
import { hashKey } from '../auth/hash-key.ts'
import type { CoreContext } from '../context.ts'
import { newId } from '../new-id.ts'
import { generateApiKey } from './new-key.ts'

/** Names of the keys that a start creates. */
const configuredKeyName = 'Admin key of the environment'
const generatedKeyName = 'First admin key'

/**
 * Ensures that an admin key exists: the operator's `configured` one, else, at the very first start, a new one. All such keys
 * belong to one workspace, which the first of them creates. Of processes that start together, one creates the key.
 *
 * @param deliverKey delivers the new key to the operator before it is stored; if it fails, nothing is stored.
 * @returns the new key; undefined when one existed already or the operator provided it.
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
    if (configuredKey) return undefined
    await deliverKey(key)
    return key
  })
}

/**
 * Admin keys of earlier starts that are valid and not the `configured` one: a changed setting adds a key and revokes none. Keys
 * created by an operator are not included.
 */
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
      // Without the setting, the key of the first start is the one in use.
      (configuredKey !== undefined || key.name === configuredKeyName) &&
      key.revokedAt === null &&
      (key.expiresAt === null || key.expiresAt > now),
  )
}

/** Whether the operator's key was revoked: a start does not restore it. */
export async function isAdminKeyRevoked({ store }: CoreContext, configuredKey: string): Promise<boolean> {
  const key = await findApiKeyByHash(store.db, hashKey(configuredKey))
  return key !== undefined && key.revokedAt !== null
}

function isCreatedAtStartup({ name }: ApiKey): boolean {
  return name === configuredKeyName || name === generatedKeyName
}
