import { type BegunDomain, maxBegunDomains } from '../model/workspace.ts'
import {
  type BegunDomainKey,
  deleteBegunDomain,
  deleteOldestBegunDomains,
  selectBegunDomains,
  writeBegunDomain,
} from '../store/entities/begun-domains.ts'
import type { Queryable } from '../store/tables.ts'
import { assertWorkspaceAccess } from './auth/access.ts'
import type { Caller, CoreContext } from './context.ts'
import { type CursorPage, type CursorRequest, readPageOfAll } from './page.ts'
import { requireWorkspace } from './require-workspace.ts'

interface ListBegunDomains extends CursorRequest {
  readonly caller: Caller
  readonly workspaceId: string
}

/** Those that are not onboarded yet, by name. */
export async function listBegunDomains(
  context: CoreContext,
  { caller, workspaceId, ...request }: ListBegunDomains,
): Promise<CursorPage<BegunDomain>> {
  assertWorkspaceAccess(caller, workspaceId, 'read')
  await requireWorkspace(context, workspaceId)
  const list = {
    list: ['begun-domains', workspaceId],
    positionOf: ({ domainName, chainId }: BegunDomain) => [domainName, chainId],
    all: await selectBegunDomains(context.store.db, workspaceId),
  }
  return readPageOfAll(context, list, request)
}

interface OneBegunDomain extends BegunDomainKey {
  readonly caller: Caller
}

/** Of more than a workspace has at most, the oldest is forgotten. */
export async function beginDomain(
  context: CoreContext,
  { caller, ...key }: OneBegunDomain,
): Promise<BegunDomain> {
  const begun = { ...key, begunAt: context.clock() }
  await changeBegunDomains(context, caller, key, async (tx) => {
    await writeBegunDomain(tx, begun)
    await deleteOldestBegunDomains(tx, key.workspaceId, maxBegunDomains)
  })
  return begun
}

/** Also one that is not there. */
export async function forgetDomain(
  context: CoreContext,
  { caller, ...key }: OneBegunDomain,
): Promise<BegunDomainKey> {
  await changeBegunDomains(context, caller, key, (tx) => deleteBegunDomain(tx, key))
  return key
}

async function changeBegunDomains(
  context: CoreContext,
  caller: Caller,
  { workspaceId }: BegunDomainKey,
  change: (tx: Queryable) => Promise<void>,
): Promise<void> {
  assertWorkspaceAccess(caller, workspaceId, 'domains:write')
  await requireWorkspace(context, workspaceId)
  await context.store.inTurn(`begun domains of ${workspaceId}`).plainTransaction(change)
}
