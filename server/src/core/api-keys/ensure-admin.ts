import {
  type ApiKey,
  findApiKeyByHash,
  insertApiKey,
  listAdminKeys,
  lockAdminKeys,
} from '../../store/api-keys.ts'
import { insertWorkspace } from '../../store/workspaces.ts'
import type { CoreContext } from '../context.ts'
import { hashKey } from '../credentials/hash-key.ts'
import { newId } from '../new-id.ts'
import { newApiKey } from './new-key.ts'

/** Names of the keys that a start makes. */
const configuredName = 'Admin key of the environment'
const generatedName = 'First admin key'

/**
 * Makes sure that an admin key exists: the operator's `configured` one, else, on the very first start, a new one. All such
 * keys belong to one workspace, which the first of them creates. Of processes that start together, one makes the key.
 *
 * @param handOver takes the new key to the operator before it is stored; when that fails, nothing is stored.
 * @returns the new key; undefined when there was one already or the operator brought it.
 */
export async function ensureAdminKey(
  context: CoreContext,
  configured: string | undefined,
  handOver: (key: string) => Promise<void> = async () => {},
): Promise<string | undefined> {
  return context.store.transaction(async (tx) => {
    await lockAdminKeys(tx)
    const existing = await listAdminKeys(tx)
    const isThere = configured
      ? await findApiKeyByHash(tx, hashKey(configured))
      : existing.some(({ revokedAt }) => revokedAt === null)
    if (isThere) return undefined

    const workspaceId = existing.find(isMadeByStart)?.workspaceId
    const rights = { scopes: ['admin'], domainIds: null, origins: null, expiresAt: null } as const
    const name = configured ? configuredName : generatedName
    const { apiKey, key } = newApiKey(
      context,
      { ...rights, workspaceId: workspaceId ?? newId(), name },
      configured,
    )
    const workspace = { id: apiKey.workspaceId, name: 'Administration', createdAt: apiKey.createdAt }
    if (workspaceId === undefined) await insertWorkspace(tx, workspace)
    await insertApiKey(tx, apiKey)
    if (configured) return undefined
    await handOver(key)
    return key
  })
}

/**
 * Admin keys of earlier starts that still open everything and are not the `configured` one: another value of the setting
 * is another key, and ends no earlier one. Keys that an operator has created are not among them.
 */
export async function formerAdminKeys(
  { store, clock }: CoreContext,
  configured: string | undefined,
): Promise<readonly ApiKey[]> {
  const now = clock()
  const hash = configured && hashKey(configured)
  return (await listAdminKeys(store.db)).filter(
    (key) =>
      isMadeByStart(key) &&
      key.hash !== hash &&
      // Without the setting, the key of the first start is the one in use.
      (configured !== undefined || key.name === configuredName) &&
      key.revokedAt === null &&
      (key.expiresAt === null || key.expiresAt > now),
  )
}

/** Whether the operator's key opens nothing any more: a start does not bring back one that was revoked. */
export async function isAdminKeyRevoked({ store }: CoreContext, configured: string): Promise<boolean> {
  const key = await findApiKeyByHash(store.db, hashKey(configured))
  return key !== undefined && key.revokedAt !== null
}

const isMadeByStart = ({ name }: ApiKey): boolean => name === configuredName || name === generatedName
