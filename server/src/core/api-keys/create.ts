import { randomBytes } from 'node:crypto'
import { AppError } from '../../errors.ts'
import { type ApiKey, insertApiKey } from '../../store/api-keys.ts'
import type { ApiKeyScope } from '../../store/tables.ts'
import { findWorkspace } from '../../store/workspaces.ts'
import type { CoreContext } from '../context.ts'
import { hashKey } from '../credentials/hash-key.ts'
import { newId } from '../new-id.ts'

export interface CreateApiKey {
  readonly workspaceId: string
  readonly name: string
  readonly scopes: readonly ApiKeyScope[]
  /** Ids of the domains it may act on; absent: all of the workspace. */
  readonly domainIds?: readonly string[]
  /** Browser origins it may be used from (exact, or `*.example.com`); absent: all. */
  readonly origins?: readonly string[]
  /** Milliseconds since 1970; absent: never. */
  readonly expiresAt?: number
  /** The key itself, when the operator brings one; absent: 256 random bits. */
  readonly key?: string
}

/** Creates an API key. `key` is returned this once; only its hash is stored. */
export async function createApiKey(
  context: CoreContext,
  input: CreateApiKey,
): Promise<{ apiKey: ApiKey; key: string }> {
  if (!(await findWorkspace(context.store.db, input.workspaceId)))
    throw new AppError('WorkspaceNotFoundException', `There is no workspace ${input.workspaceId}.`)
  const key = input.key ?? `byname_${randomBytes(32).toString('base64url')}`
  const apiKey: ApiKey = {
    id: newId(),
    workspaceId: input.workspaceId,
    name: input.name,
    prefix: key.slice(0, 12),
    hash: hashKey(key),
    scopes: input.scopes,
    domainIds: input.domainIds ?? null,
    origins: input.origins ?? null,
    createdAt: context.clock(),
    expiresAt: input.expiresAt ?? null,
    revokedAt: null,
    lastUsedAt: null,
  }
  await insertApiKey(context.store.db, apiKey)
  return { apiKey, key }
}
