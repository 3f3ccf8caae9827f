import { toHex } from '../../crypto/hex.ts'
import { ancestors, parseDomain } from '../../ens/name.ts'
import { namehash } from '../../ens/namehash.ts'
import { emptyRecords } from '../../ens/records.ts'
import { AppError } from '../../errors.ts'
import { type Domain, type NewDomain, unlimitedPlan } from '../../model/domain.ts'
import { emptyLook } from '../../model/look.ts'
import { lockBlocks } from '../../store/entities/blocks.ts'
import { findCoveringDomain, findDomain, insertDomain } from '../../store/entities/domains.ts'
import { appendEvents } from '../../store/entities/event-log.ts'
import type { Queryable } from '../../store/tables.ts'
import { assertWorkspaceAccess, isAdministrator } from '../auth/assert-access.ts'
import type { Caller } from '../caller.ts'
import type { CoreContext } from '../context.ts'
import { domainEvents } from '../events/entity-events.ts'
import { newId } from '../new-id.ts'
import { requireSupportedChain } from '../require-supported-chain.ts'
import { getResolver } from '../resolvers/get.ts'
import { settleAppError } from '../settle-app-error.ts'
import { requireWorkspace } from '../workspaces/require-workspace.ts'
import { assertNotBelowBlocked } from './assert-not-below-blocked.ts'
import { consumeProof } from './consume-proof.ts'
import { proveControl } from './prove-control.ts'
import { refreshResolversOf } from './refresh-resolvers.ts'
import { concurrentChangeError, type ReonboardDomain, reonboardDomain } from './reonboard.ts'

export interface OnboardDomain {
  readonly caller: Caller
  readonly workspaceId: string
  readonly resolverId: string
  readonly name: string
}

/**
 * Rules in order: the key may write to the workspace, the resolver exists, no domain above is blocked or, where nothing is
 * proven on chain, of another workspace, the caller
 * proves control (`proveControl`), no other workspace is entitled to the domain (`reonboardDomain`).
 */
export async function onboardDomain(context: CoreContext, input: OnboardDomain): Promise<Domain> {
  const { caller, workspaceId } = input
  const name = parseDomain(input.name)
  assertWorkspaceAccess(caller, workspaceId, 'domains:write')
  await requireWorkspace(context, workspaceId)
  const resolver = await getResolver(context, input.resolverId)
  const chainId = requireSupportedChain(resolver.chainId)
  const stored = await findDomain(context.store.db, chainId, name, { includeDeleted: true })
  const allowedOrigins = stored?.allowedOrigins ?? null
  await assertNotBelowBlocked(context.store.db, chainId, name)
  await assertMayIssueBelow(context, context.store.db, input, { chainId, name })
  const proof = await proveControl(context, { caller, name, workspaceId, resolver, allowedOrigins })
  const now = context.clock()
  const requested: NewDomain = {
    id: newId(),
    workspaceId,
    resolverId: resolver.id,
    chainId,
    name,
    node: toHex(namehash(name)),
    userChosenLimit: null,
    isBlocked: false,
    subnameCount: 0,
    claimedCount: 0,
    allowedOrigins: null,
    onchainResolver: resolver.address,
    controller: proof?.controller ?? null,
    plan: unlimitedPlan,
    policyVersion: 0,
    records: emptyRecords,
    look: emptyLook,
    version: 1,
    createdAt: now,
    updatedAt: now,
    deletedAt: null,
  }
  const onboarded = await insertOrReonboard(context, {
    caller,
    stored,
    requested,
    boundMessage: proof?.boundMessage ?? null,
  })
  return context.rules.requireOnchainResolver ? onboarded : withOnchainResolver(context, onboarded)
}

async function insertOrReonboard(
  context: CoreContext,
  { stored, ...onboarding }: Omit<ReonboardDomain, 'stored'> & { readonly stored: Domain | undefined },
): Promise<Domain> {
  if (stored) return reonboardDomain(context, { ...onboarding, stored })
  const { requested, boundMessage } = onboarding
  const inserted = await context.store.transaction(async (transaction) => {
    await lockBlocks(transaction)
    await assertNotBelowBlocked(transaction, requested.chainId, requested.name)
    await assertMayIssueBelow(
      context,
      transaction,
      { ...onboarding.requested, caller: onboarding.caller },
      requested,
    )
    const domain = await insertDomain(transaction, requested)
    if (!domain) return undefined
    await consumeProof(transaction, boundMessage, requested.createdAt)
    await appendEvents(transaction, ...domainEvents(context, { type: 'domain.onboarded', after: domain }))
    return domain
  })
  if (inserted) return inserted
  throw concurrentChangeError(requested)
}

/**
 * Where nothing is proven on chain, a name below a domain of another workspace is not onboarded: it may be issued there, and
 * its holder would lose it.
 */
async function assertMayIssueBelow(
  { rules }: CoreContext,
  db: Queryable,
  { caller, workspaceId }: Pick<OnboardDomain, 'caller' | 'workspaceId'>,
  { chainId, name }: Pick<Domain, 'chainId' | 'name'>,
): Promise<void> {
  if (rules.requireOnchainResolver || isAdministrator(caller)) return
  const above = await findCoveringDomain(db, chainId, ancestors(name))
  if (!above || above.workspaceId === workspaceId) return
  throw new AppError(
    'ForbiddenException',
    `${name} is below ${above.name}, a domain of another workspace. An administrator can onboard it.`,
  )
}

/** Unchanged when the chain cannot be read. */
async function withOnchainResolver(context: CoreContext, domain: Domain): Promise<Domain> {
  const chainId = requireSupportedChain(domain.chainId)
  if (!context.chains.has(chainId)) return domain
  const changed = await settleAppError(() => refreshResolversOf(context, chainId, [domain]))
  return changed instanceof AppError ? domain : (changed[0] ?? domain)
}
