import { randomBytes } from 'node:crypto'
import { AppError } from '../errors.ts'
import type { ApiKey, ApiKeyScope } from '../model/api-key.ts'
import {
  expireApiKey,
  findApiKey,
  findApiKeyByHash,
  insertApiKey,
  listAdminKeys,
  listApiKeysByWorkspace,
  lockAdminKeys,
  lockApiKey,
  markApiKeyRevoked,
} from '../store/entities/api-keys.ts'
import { appendEvents } from '../store/entities/events.ts'
import { insertWorkspace } from '../store/entities/members.ts'
import { assertAdministrator, assertOriginRule, assertWorkspaceAccess } from './auth/access.ts'
import { hashKey } from './auth/keys.ts'
import { type Caller, type CoreContext, newId } from './context.ts'
import { assertOwnedDomains } from './domains/rules.ts'
import { keyEvent } from './events/entity-events.ts'
import { type CursorPage, type CursorRequest, readPageOfAll } from './page.ts'
import { requireWorkspace } from './require-workspace.ts'

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
  await context.store.inTurn(workspaceId).transaction(async (tx) => {
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

type KeyRights = Pick<ApiKey, 'workspaceId' | 'name' | 'scopes' | 'domainIds' | 'origins' | 'expiresAt'>

/** An API key and its secret, which is not stored. */
export interface NewApiKey {
  readonly apiKey: ApiKey
  readonly key: string
}

const keyPrefix = 'byname_'

/**
 * Generates 256 random bits, or takes the operator's `key`, whose prefix is hidden because it may be short.
 *
 * @throws AppError `BadRequestException` when already expired.
 */
export function generateApiKey(
  context: CoreContext,
  rights: KeyRights,
  key = `${keyPrefix}${randomBytes(32).toString('base64url')}`,
): NewApiKey {
  const now = context.clock()
  if (rights.expiresAt !== null && rights.expiresAt <= now)
    throw new AppError('BadRequestException', 'The API key would have expired already.')
  const apiKey = {
    ...rights,
    id: newId(),
    prefix: key.startsWith(keyPrefix) ? key.slice(0, keyPrefix.length + 5) : '',
    hash: hashKey(key),
    createdAt: now,
    revokedAt: null,
    lastUsedAt: null,
  }
  return { apiKey, key }
}

/** Includes revoked and expired keys, oldest first. */
export async function listApiKeys(
  context: CoreContext,
  {
    caller,
    workspaceId,
    ...request
  }: CursorRequest & { readonly caller: Caller; readonly workspaceId: string },
): Promise<CursorPage<ApiKey>> {
  assertWorkspaceAccess(caller, workspaceId, 'keys:write')
  await requireWorkspace(context, workspaceId)
  const list = {
    list: ['api-keys', workspaceId],
    positionOf: ({ createdAt, id }: ApiKey) => [createdAt, id],
    all: await listApiKeysByWorkspace(context.store.db, workspaceId),
  }
  return readPageOfAll(context, list, request)
}

interface ApiKeyRef {
  readonly caller: Caller
  readonly id: string
  /** Absent: any. */
  readonly workspaceId?: string
}

/** Includes revoked and expired keys. */
async function requireApiKey(context: CoreContext, { caller, id, workspaceId }: ApiKeyRef): Promise<ApiKey> {
  if (workspaceId === undefined) assertAdministrator(caller)
  else assertWorkspaceAccess(caller, workspaceId, 'keys:write')
  const apiKey = await findApiKey(context.store.db, id)
  if (apiKey && (workspaceId === undefined || apiKey.workspaceId === workspaceId)) {
    assertKeyAccess(caller, apiKey)
    return apiKey
  }
  throw new AppError('ApiKeyNotFoundException', `There is no API key ${id}.`)
}

/** Idempotent. */
export async function revokeApiKey(context: CoreContext, ref: ApiKeyRef): Promise<ApiKey> {
  const key = await requireApiKey(context, ref)
  await context.store.inTurn(key.workspaceId).transaction(async (tx) => {
    if (await markApiKeyRevoked(tx, key.id, context.clock()))
      await appendEvents(tx, keyEvent(context, { type: 'key.revoked', before: key }))
  })
  return requireApiKey(context, ref)
}

interface RotateApiKey extends ApiKeyRef {
  /** 0: the old key ends immediately. */
  readonly overlapMs: number
  /** Milliseconds since 1970; absent: the old key's expiry. */
  readonly expiresAt?: number | undefined
}

interface RotatedApiKey extends NewApiKey {
  readonly previous: ApiKey
}

/** Atomic. The old key expires after the overlap, or at its own expiry if sooner. */
export async function rotateApiKey(context: CoreContext, input: RotateApiKey): Promise<RotatedApiKey> {
  const old = await requireApiKey(context, input)
  return context.store.inTurn(old.workspaceId).transaction(async (transaction) => {
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

/** Keys of a workspace are its owners'; those with scope admin, whatever their workspace, the operators'. */
function assertKeyAccess(
  caller: Caller,
  { workspaceId, scopes }: Pick<ApiKey, 'workspaceId' | 'scopes'>,
): void {
  if (scopes.includes('admin')) assertAdministrator(caller)
  else assertWorkspaceAccess(caller, workspaceId, 'keys:write')
}

export const apiKeyScopes = [
  'names:write',
  'names:revoke',
  'names:export',
  'domains:write',
  'admin',
] as const satisfies readonly ApiKeyScope[]

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
