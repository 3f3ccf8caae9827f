import { type CreateApiKey, createApiKey } from '../../src/core/api-keys/create.ts'
import type { NewApiKey } from '../../src/core/api-keys/new-key.ts'
import { createWorkspace } from '../../src/core/workspaces/create.ts'
import type { TestService } from './service.ts'

/** A workspace with a key of every scope but `admin`. */
export interface WorkspaceWithKey {
  readonly workspaceId: string
  readonly key: string
}

/** Creates a key of the service's workspace with every scope but `admin`; `changes` override it. */
export function createKey(
  { context, workspaceId }: Pick<TestService, 'context' | 'workspaceId'>,
  changes: Partial<CreateApiKey> = {},
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
