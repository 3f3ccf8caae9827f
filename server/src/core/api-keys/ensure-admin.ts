import { findApiKeyByHash, hasAdminKey } from '../../store/api-keys.ts'
import type { CoreContext } from '../context.ts'
import { hashKey } from '../credentials/hash-key.ts'
import { createWorkspace } from '../workspaces/create.ts'
import { createApiKey } from './create.ts'

/**
 * Makes sure that an admin key exists: the operator's `configured` one, else, on the very first start, a new one.
 *
 * @returns the new key, to be shown this once; undefined when there was one already or the operator brought it.
 */
export async function ensureAdminKey(
  context: CoreContext,
  configured: string | undefined,
): Promise<string | undefined> {
  const { db } = context.store
  const exists = configured ? await findApiKeyByHash(db, hashKey(configured)) : await hasAdminKey(db)
  if (exists) return undefined
  const workspace = await createWorkspace(context, { name: 'Administration' })
  const { key } = await createApiKey(context, {
    workspaceId: workspace.id,
    name: configured ? 'Admin key of the environment' : 'First admin key',
    scopes: ['admin'],
    ...(configured && { key: configured }),
  })
  return configured ? undefined : key
}
