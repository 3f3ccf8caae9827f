import type { Context } from '../../../src/context.ts'
import {
  type CreateApiKey,
  createApiKey as createApiKeyOf,
  type NewApiKey,
  revokeApiKey,
} from '../../../src/core/api-keys.ts'
import { operatorCaller } from '../../../src/core/auth/sessions.ts'
import { createWorkspace } from '../../../src/core/workspaces.ts'
import type { TestService } from '../service/service.ts'

/** A workspace with a key of every scope but `admin`. */
export interface WorkspaceWithKey {
  readonly workspaceId: string
  readonly key: string
}

export type KeyInput = Omit<CreateApiKey, 'caller'>

/** Creates a key as an operator does. */
export function createApiKey(context: Context, input: KeyInput): Promise<NewApiKey> {
  return createApiKeyOf(context, { caller: operatorCaller(context), ...input })
}

/** Creates a key of the service's workspace with every scope but `admin`; `changes` override it. */
export function createKey(
  { context, workspaceId }: Pick<TestService, 'context' | 'workspaceId'>,
  changes: Partial<KeyInput> = {},
): Promise<NewApiKey> {
  return createApiKey(context, {
    workspaceId,
    name: 'other',
    scopes: ['names:write', 'domains:write'],
    ...changes,
  })
}

/** Creates a workspace with a key of every scope but `admin`. */
export async function createWorkspaceWithKey({
  context,
}: Pick<TestService, 'context'>): Promise<WorkspaceWithKey> {
  const { id: workspaceId } = await createWorkspace(context, { name: 'Other' })
  const { key } = await createKey({ context, workspaceId })
  return { workspaceId, key }
}

/** Creates an admin key, in its own workspace. */
export async function createAdminKey(service: TestService): Promise<string> {
  const { workspaceId } = await createWorkspaceWithKey(service)
  return (await createKey(service, { workspaceId, scopes: ['admin'] })).key
}

/** Revokes a key as an operator does. */
export async function revokeKey(
  { context }: Pick<TestService, 'context'>,
  { apiKey: { id } }: NewApiKey,
): Promise<void> {
  await revokeApiKey(context, { caller: operatorCaller(context), id })
}
