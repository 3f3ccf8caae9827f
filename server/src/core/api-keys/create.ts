import { AppError } from '../../errors.ts'
import type { ApiKeyScope } from '../../model/api-key.ts'
import { insertApiKey } from '../../store/entities/api-keys.ts'
import { appendEvents } from '../../store/entities/event-log.ts'
import { assertOriginRule } from '../auth/allowed-origins.ts'
import type { Caller } from '../caller.ts'
import type { CoreContext } from '../context.ts'
import { assertOwnedDomains } from '../domains/assert-owned-domains.ts'
import { keyEvent } from '../events/entity-events.ts'
import { requireWorkspace } from '../workspaces/require-workspace.ts'
import { assertKeyAccess } from './assert-key-access.ts'
import { generateApiKey, type NewApiKey } from './new-key.ts'

export interface CreateApiKey {
  readonly caller: Caller
  readonly workspaceId: string
  readonly name: string
  readonly scopes: readonly ApiKeyScope[]
  /** Absent: all of the workspace. */
  readonly domainIds?: readonly string[] | undefined
  /** Exact, or `*.example.com`; absent: all. */
  readonly origins?: readonly string[] | undefined
  /** Milliseconds since 1970; absent: never. */
  readonly expiresAt?: number | undefined
  /** Absent: random. */
  readonly key?: string
}

/** `key` is returned only once; its hash is stored. */
export async function createApiKey(context: CoreContext, input: CreateApiKey): Promise<NewApiKey> {
  assertKeyAccess(input.caller, input)
  await requireWorkspace(context, input.workspaceId)
  await assertValidRights(context, input)
  const { workspaceId, name, scopes, domainIds = null, origins = null, expiresAt = null, key } = input
  const created = generateApiKey(context, { workspaceId, name, scopes, domainIds, origins, expiresAt }, key)
  await context.store.transaction(async (tx) => {
    if (await insertApiKey(tx, created.apiKey))
      await appendEvents(tx, keyEvent(context, { type: 'key.created', after: created.apiKey }))
  })
  return created
}

async function assertValidRights(context: CoreContext, input: CreateApiKey): Promise<void> {
  const { workspaceId, scopes, domainIds = [], origins = [] } = input
  if (scopes.length === 0) throw badRequest('An API key needs at least one scope.')
  if (scopes.includes('admin') && input.domainIds)
    throw badRequest('A key with scope admin acts on every domain; it cannot be limited to some.')
  for (const origin of origins) assertOriginRule(origin)
  await assertOwnedDomains(context, workspaceId, domainIds)
}

function badRequest(message: string) {
  return new AppError('BadRequestException', message)
}
