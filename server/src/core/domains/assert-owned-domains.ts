import { AppError } from '../../errors.ts'
import { listDomainsByWorkspace } from '../../store/entities/domains.ts'
import type { CoreContext } from '../context.ts'

/** Asserts that the workspace has all of these domains. */
export async function assertOwnedDomains(
  { store }: CoreContext,
  workspaceId: string,
  domainIds: readonly string[],
): Promise<void> {
  if (domainIds.length === 0) return
  const owned = new Set((await listDomainsByWorkspace(store.db, workspaceId)).map(({ id }) => id))
  const unknown = domainIds.find((id) => !owned.has(id))
  if (unknown !== undefined)
    throw new AppError('EnsNotFound', `The workspace ${workspaceId} has no domain ${unknown}.`)
}
