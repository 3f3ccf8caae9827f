import type { ChainId } from '../../ens/chains.ts'
import type { EnsName } from '../../ens/names.ts'
import { AppError } from '../../errors.ts'
import type { Domain } from '../../model/domain.ts'
import { setBlocked } from '../../store/entities/blocks.ts'
import { deleteDomainRows } from '../../store/entities/domain-changes.ts'
import { appendEvents } from '../../store/entities/events.ts'
import { assertWorkspaceAccess } from '../auth/access.ts'
import { authenticateApiKey } from '../auth/keys.ts'
import type { CoreContext } from '../context.ts'
import { blockEvents, domainEvents } from '../events/entity-events.ts'
import { requireWorkspace } from '../require-workspace.ts'
import { changeDomain, parseText } from './change.ts'
import { type DomainRef, requireDomain, requireDomainWriteAccess } from './rules.ts'

export const maxBlockReasonLength = 500

interface SetDomainBlocked {
  readonly chainId: ChainId
  readonly name: EnsName
  readonly isBlocked: boolean
  /** The operator's words to the owners of what is blocked; absent: none. */
  readonly reason?: string | undefined
}

/**
 * Blocks or unblocks a domain, in use or deleted, and all below it, as the operator. Blocked names cannot be read,
 * written, resolved or onboarded; nothing is deleted. The reason is replaced, and removed with the block.
 */
export async function setDomainBlocked(context: CoreContext, input: SetDomainBlocked): Promise<Domain> {
  const { store, clock } = context
  const { isBlocked } = input
  const reason = parseText('reason', input.reason ?? '', maxBlockReasonLength, { isLong: true }) || null
  const domain = await requireDomain(context, input.chainId, input.name, { includeDeleted: true })
  const changed = await store.inTurn(domain.id).transaction(async (tx) => {
    const change = await setBlocked(tx, domain, { isBlocked, reason }, clock())
    if (change) await appendEvents(tx, ...blockEvents(context, change.affected))
    return change?.domain
  })
  if (changed) return changed
  throw new AppError('EnsNotFound', `${domain.name} was purged by another request.`)
}

interface MoveDomain extends DomainRef {
  readonly workspaceId: string
  /** Consent of that workspace; absent: the caller's key must be valid there. */
  readonly workspaceKey?: string | undefined
}

/** Needs a `domains:write` key of both workspaces, or an admin key. */
export async function moveDomain(
  context: CoreContext,
  { workspaceId, workspaceKey, ...domainRef }: MoveDomain,
): Promise<Domain> {
  const domain = await requireDomainWriteAccess(context, domainRef)
  const receiver =
    workspaceKey === undefined
      ? domainRef.caller
      : { apiKey: await authenticateApiKey(context, workspaceKey, domainRef.caller.origin) }
  assertWorkspaceAccess(receiver, workspaceId, 'domains:write')
  await requireWorkspace(context, workspaceId)
  return changeDomain(context, domain, { workspaceId }, 'domain.moved')
}

/**
 * Deletes a domain; its subnames no longer resolve. Data stays until a purge, and onboarding restores it
 * (`onboardDomain`).
 */
export async function deleteDomain(context: CoreContext, domainRef: DomainRef): Promise<Domain> {
  const domain = await requireDomainWriteAccess(context, domainRef)
  return changeDomain(context, domain, { deletedAt: context.clock() }, 'domain.deleted')
}

/**
 * Permanently deletes a deleted domain with its subnames. An event keeps its last state.
 *
 * @throws AppError `EnsNotFound` without a deleted domain of that id.
 */
export async function purgeDomain(context: CoreContext, id: string): Promise<Domain> {
  return context.store.inTurn(id).transaction(async (transaction) => {
    const purged = await deleteDomainRows(transaction, id)
    if (!purged) throw new AppError('EnsNotFound', `There is no deleted domain ${id}.`)
    const { domain, unblocked } = purged
    await appendEvents(
      transaction,
      ...domainEvents(context, { type: 'domain.purged', before: domain }),
      ...blockEvents(context, unblocked),
    )
    return domain
  })
}
