import { canManageName } from '../../chain/names.ts'
import { checksumAddress } from '../../crypto/evm-address.ts'
import { toHex } from '../../crypto/hex.ts'
import { ancestors, type EnsName, namehash } from '../../ens/names.ts'
import { emptyRecords } from '../../ens/stored-records.ts'
import { AppError } from '../../errors.ts'
import { emptyBranding } from '../../model/branding.ts'
import type { ConsumedMessage } from '../../model/challenge.ts'
import { type Domain, type NewDomain, unlimitedPlan } from '../../model/domain.ts'
import { chainClientOf } from '../../rpc/operator.ts'
import { lockBlocks } from '../../store/entities/blocks.ts'
import { consumeMessage } from '../../store/entities/consumed-messages.ts'
import { lockDomain, reassignDomain } from '../../store/entities/domain-changes.ts'
import { findCoveringDomain, findDomain, insertDomain } from '../../store/entities/domains.ts'
import { appendEvents } from '../../store/entities/events.ts'
import { deleteMessagesOfDomain } from '../../store/entities/holder-messages.ts'
import { deleteNotesOfDomain } from '../../store/entities/name-notes.ts'
import { beginNameCounts } from '../../store/entities/statistics.ts'
import type { Queryable, StoreTransaction } from '../../store/tables.ts'
import { assertWorkspaceAccess, isAdministrator } from '../auth/access.ts'
import { type Caller, type CoreContext, newId, settleAppError } from '../context.ts'
import { domainEvents } from '../events/entity-events.ts'
import { requireWorkspace } from '../require-workspace.ts'
import { getResolver } from '../resolvers/resolvers.ts'
import { proveControl } from './control.ts'
import { refreshResolversOf } from './onchain.ts'
import { assertNotBelowBlocked, assertNotBlocked } from './rules.ts'

interface OnboardDomain {
  readonly caller: Caller
  readonly workspaceId: string
  readonly resolverId: string
  readonly name: EnsName
}

/**
 * Rules in order: the key may write to the workspace, the resolver exists, no domain above is blocked or, where nothing is
 * proven on chain, of another workspace, the caller
 * proves control (`proveControl`), no other workspace is entitled to the domain (`reonboardDomain`).
 */
export async function onboardDomain(context: CoreContext, input: OnboardDomain): Promise<Domain> {
  const { caller, workspaceId, name } = input
  assertWorkspaceAccess(caller, workspaceId, 'domains:write')
  await requireWorkspace(context, workspaceId)
  const resolver = await getResolver(context, input.resolverId)
  const { chainId } = resolver
  const stored = await findDomain(context.store.db, chainId, name, { includeDeleted: true })
  const sites = { key: stored?.key, allowedOrigins: stored?.allowedOrigins ?? null }
  await assertNotBelowBlocked(context.store.db, chainId, name)
  await assertMayIssueBelow(context, context.store.db, input, { chainId, name })
  const proof = await proveControl(context, { caller, name, workspaceId, resolver, sites })
  const now = context.clock()
  const requested: NewDomain = {
    id: newId(),
    workspaceId,
    resolverId: resolver.id,
    chainId,
    name,
    node: toHex(namehash(name)),
    userChosenLimit: null,
    sharedMaxAge: null,
    formerGateway: null,
    isBlocked: false,
    blockReason: null,
    subnameCount: 0,
    claimedCount: 0,
    allowedOrigins: null,
    onchainResolver: resolver.address,
    controller: proof?.controller ?? null,
    plan: unlimitedPlan,
    policyVersion: 0,
    records: emptyRecords,
    branding: emptyBranding,
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
  const inserted = await context.store.inTurn('blocks').transaction(async (transaction) => {
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
    await beginNameCounts(transaction, domain)
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
  const { chainId } = domain
  if (!context.chains.has(chainId)) return domain
  const changed = await settleAppError(() => refreshResolversOf(context, chainId, [domain]))
  return changed instanceof AppError ? domain : (changed[0] ?? domain)
}

interface ReonboardDomain {
  readonly caller: Caller
  readonly stored: Domain
  /** `controller` is `null` without a proof. */
  readonly requested: NewDomain
  /** `null` for a plain sign-in message. */
  readonly boundMessage: ConsumedMessage | null
}

/**
 * Onboards a stored domain again. It keeps its subnames, limit, plan, records and blocked flag, and gets the workspace
 * and resolver of `requested`:
 *
 * - a deleted domain: for its last workspace, with a proof of control, or with an admin key;
 * - a domain of another workspace (a takeover): with a proof of control, unless the controller proven there still
 *   controls it; then both workspaces must agree, or that controller signs a message that names the workspace. The tags, notes and
 *   messages of the other workspace are deleted.
 *
 * Restoring a blocked domain needs an admin key.
 */
async function reonboardDomain(context: CoreContext, input: ReonboardDomain): Promise<Domain> {
  const { stored, requested, boundMessage } = input
  await assertCanReonboard(context, input)
  const isTakeover = stored.workspaceId !== requested.workspaceId
  const controller = requested.controller ?? (isTakeover ? null : stored.controller)
  const domain = await context.store.inTurn(stored.id).transaction(async (transaction) => {
    const before = await lockDomain(transaction, stored.id)
    const changed = await reassignDomain(transaction, stored, { ...requested, controller })
    if (!(before && changed)) return undefined
    // They are those of the workspace that had the domain.
    if (isTakeover) {
      await deleteNotesOfDomain(transaction, changed)
      await deleteMessagesOfDomain(transaction, changed)
    }
    await consumeProof(transaction, boundMessage, requested.updatedAt)
    const type = stored.deletedAt === null ? 'domain.moved' : 'domain.restored'
    await appendEvents(transaction, ...domainEvents(context, { type, before, after: changed }))
    return changed
  })
  if (domain) return domain
  throw concurrentChangeError(requested)
}

/** For a request that lost a race. */
function concurrentChangeError({ name, chainId }: Pick<Domain, 'name' | 'chainId'>) {
  return domainAlreadyExists(
    `${name} on chain ${chainId} was changed by another request at the same time. Retry.`,
  )
}

async function assertCanReonboard(
  context: CoreContext,
  { caller, stored, requested, boundMessage }: ReonboardDomain,
): Promise<void> {
  const { name, chainId } = stored
  const isOwn = stored.workspaceId === requested.workspaceId
  if (stored.deletedAt === null && (isOwn || requested.controller === null))
    throw domainAlreadyExists(`${name} is onboarded on chain ${chainId} already.`)
  if (isAdministrator(caller)) return
  assertNotBlocked(stored)
  if (isOwn) return
  if (requested.controller === null)
    throw domainAlreadyExists(
      `Another workspace deleted ${name} on chain ${chainId} and owns the names below it. Ask the operator to purge ` +
        'the domain or to transfer it.',
    )
  const isBySameController = boundMessage !== null && stored.controller === requested.controller
  if (stored.deletedAt === null && !isBySameController) await assertControllerLostControl(context, stored)
}

/** Passes without a proven controller; otherwise reads the chain. */
async function assertControllerLostControl(
  { chains }: CoreContext,
  { chainId, name, controller }: Domain,
): Promise<void> {
  const chain = chainClientOf(chains, chainId)
  if (controller === null || !(await canManageName(chain, name, controller))) return
  throw domainAlreadyExists(
    `Another workspace onboarded ${name} on chain ${chainId} for ${checksumAddress(controller)}, which still controls ` +
      `it; let that address sign a message of POST /byname/v1/domains/${name}/challenges, which names the domain and your ` +
      'workspace, or move it with POST /ens/v1/ens/update-workspace-id and a key of each workspace.',
  )
}

function domainAlreadyExists(message: string) {
  return new AppError('EnsAlreadyExistsException', message)
}

/** Consumes the message in the transaction that writes the domain, so that a former workspace cannot replay it. */
async function consumeProof(
  transaction: StoreTransaction,
  boundMessage: ConsumedMessage | null,
  now: number,
): Promise<void> {
  if (boundMessage === null || (await consumeMessage(transaction, boundMessage, now))) return
  throw new AppError(
    'ChallengeExpiredException',
    'The signed message has been used already. Request a new one with POST /byname/v1/domains/{domain}/challenges.',
  )
}
