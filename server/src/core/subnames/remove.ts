import type { Address } from 'viem'
import { canManageName } from '../../chain/names.ts'
import type { ChainId } from '../../ens/chains.ts'
import { type EnsName, splitName } from '../../ens/names.ts'
import { AppError } from '../../errors.ts'
import type { Domain } from '../../model/domain.ts'
import type { NewEvent } from '../../model/event.ts'
import type { Subname } from '../../model/subname.ts'
import { chainClientOf } from '../../rpc/operator.ts'
import { deleteClaimsOfLabel } from '../../store/entities/claims.ts'
import { decrementSubnameCount, findDomain, findDomainById } from '../../store/entities/domains.ts'
import { appendEvents, eraseEvents } from '../../store/entities/events.ts'
import { addFormerRemovals } from '../../store/entities/former-names.ts'
import { deleteLinksOfLabel } from '../../store/entities/invitation-links.ts'
import { countRelease, freeClaimedTokens } from '../../store/entities/quotas.ts'
import { deleteSubname, findSubname } from '../../store/entities/subnames.ts'
import type { StoreTransaction } from '../../store/tables.ts'
import { assertDomainAccess } from '../auth/access.ts'
import {
  consumeSignedMessage,
  releasePurpose,
  verifySignedMessage,
  verifySingleUseMessage,
} from '../auth/signed-message.ts'
import type { Caller, CoreContext } from '../context.ts'
import { assertNotBlocked } from '../domains/rules.ts'
import { subnameEvent } from '../events/entity-events.ts'
import { asWallet, type EventContext } from '../events/new-event.ts'
import { assertIfMatch, type IfMatch } from '../if-match.ts'
import { chargeEvent } from '../write-budgets.ts'
import {
  alreadyClaimedError,
  assertCanSignFor,
  assertClaimedBy,
  canSignFor,
  requireSubname,
  requireWritableDomain,
  type SubnameDetails,
  subnameEtag,
} from './rules.ts'

interface RevokeSubname {
  readonly caller: Caller
  readonly chainId: ChainId
  readonly name: EnsName
  readonly ifMatch?: IfMatch | undefined
}

/**
 * Needs a workspace key, or an admin key, and a signature: any valid one for a reservation, else one by an address that
 * `canSignFor` accepts or that controls the domain on chain.
 *
 * @returns the last state.
 */
export async function revokeSubname(context: CoreContext, input: RevokeSubname): Promise<SubnameDetails> {
  return removeSubname(context, await authorizeRemoval(context, input))
}

export async function revokeReservation(context: CoreContext, input: RevokeSubname): Promise<SubnameDetails> {
  const removal = await authorizeRemoval(context, input)
  if (removal.details.subname.isClaimed) throw alreadyClaimedError(removal.details.subname)
  return removeSubname(context, removal)
}

/** Needs only an admin key; includes blocked domains. */
export async function revokeAsAdmin(context: CoreContext, input: RevokeSubname): Promise<SubnameDetails> {
  const details = await requireSubname(context, input.chainId, input.name)
  assertDomainAccess(input.caller, details.domain, 'admin')
  return removeSubname(context, {
    details,
    event: 'subname.revoked',
    allowBlocked: true,
    ifMatch: input.ifMatch,
  })
}

async function authorizeRemoval(
  context: CoreContext,
  { caller, chainId, name, ifMatch }: RevokeSubname,
): Promise<Removal> {
  const details = await requireSubname(context, chainId, name)
  const { subname, domain } = details
  assertNotBlocked(domain)
  assertDomainAccess(caller, domain, 'names:write')
  const signer = await verifySignedMessage(context, caller, domain)
  const removal = { details, event: 'subname.revoked', signer, ifMatch } as const
  if (!subname.isClaimed) return removal
  if (canRevoke(subname, signer))
    return { ...removal, assertAllowed: (current) => assertCanSignFor(current, signer) }
  if (!(await isController(context, domain, signer))) throw notControllerError(domain, signer)
  return removal
}

/** Whether the signer may, even without control of the domain. */
export function canRevoke(subname: Subname, signer: Address): boolean {
  return !subname.isClaimed || canSignFor(subname, signer)
}

/** Reads the chain. */
export function isController(context: CoreContext, domain: Domain, signer: Address): Promise<boolean> {
  const chain = chainClientOf(context.chains, domain.chainId)
  return canManageName(chain, domain.name, signer)
}

export function notControllerError({ name }: Domain, signer: Address) {
  return new AppError('NotHolderException', `${signer} neither holds the name nor controls ${name}.`)
}

interface ReleaseSubname {
  readonly caller: Caller
  readonly chainId: ChainId
  readonly name: EnsName
  readonly ifMatch?: IfMatch | undefined
}

/**
 * Removes a subname with the signature of its holder alone. Rules in order: the subname exists, its domain is not
 * blocked, the message is for this release and its signature is valid, the signer is the holder, the subname is claimed,
 * the message is unused.
 *
 * @returns the last state.
 */
export async function releaseSubname(
  context: CoreContext,
  { caller, chainId, name, ifMatch }: ReleaseSubname,
): Promise<SubnameDetails> {
  const details = await requireSubname(context, chainId, name)
  const { subname, domain } = details
  assertNotBlocked(domain)
  const purpose = releasePurpose(subname.name)
  const { signer, consumed } = await verifySingleUseMessage(context, caller, domain, purpose)
  assertClaimedBy(subname, signer)
  return removeSubname(context, {
    details,
    event: 'subname.revoked',
    isRelease: true,
    signer,
    assertAllowed: (current) => assertClaimedBy(current, signer),
    inSameTransaction: (transaction) => consumeSignedMessage(context, transaction, consumed),
    ifMatch,
  })
}

interface Removal {
  /** The state for which the caller's right was checked. */
  readonly details: SubnameDetails
  readonly event: 'subname.revoked' | 'subname.rejected'
  /** Absent: an administrator removes it. */
  readonly signer?: Address
  /** Throws when the caller may not remove that state. */
  readonly assertAllowed?: (last: Subname) => void
  readonly inSameTransaction?: (transaction: StoreTransaction) => Promise<void>
  readonly allowBlocked?: boolean
  /** By the holder alone: the name still counts for the wallet that it was issued to, and its token stays used. */
  readonly isRelease?: boolean
  readonly ifMatch?: IfMatch | undefined
}

/**
 * Atomically deletes a subname, updates the count and records the last state.
 *
 * @returns the last state.
 */
export async function removeSubname(context: CoreContext, removal: Removal): Promise<SubnameDetails> {
  const { details, event, signer, assertAllowed, inSameTransaction, ifMatch } = removal
  const { isRelease = false, allowBlocked = false } = removal
  const { subname, domain } = details
  const eventContext = signer ? asWallet(context, signer) : context
  await chargeEvent(context, removalEvent(eventContext, event, subname, domain.workspaceId))
  const removed = await context.store.inTurn(domain.id).transaction(async (transaction) => {
    if (isRelease && domain.policyVersion > 0) await countRelease(transaction, subname)
    const deleted = await deleteSubname(transaction, subname)
    if (!deleted) throw new AppError('SubnameNotFoundException', `${subname.name} does not exist any more.`)
    if (deleted.isClaimed && !subname.isClaimed) throw alreadyClaimedError(deleted)
    assertAllowed?.(deleted)
    assertIfMatch(deleted.name, subnameEtag({ ...details, subname: deleted }), ifMatch)
    if (!isRelease) await freeClaimedTokens(transaction, [deleted.id])
    await inSameTransaction?.(transaction)
    await decrementSubnameCount(transaction, deleted)
    const current = allowBlocked
      ? ((await findDomainById(transaction, domain.id)) ?? domain)
      : await requireWritableDomain(transaction, deleted)
    await addFormerRemovals(transaction, current, [deleted.label])
    await appendEvents(transaction, removalEvent(eventContext, event, deleted, current.workspaceId))
    return deleted
  })
  return { ...details, subname: removed }
}

function removalEvent(
  context: EventContext,
  type: Removal['event'],
  subname: Subname,
  workspaceId: string,
): NewEvent {
  return subnameEvent(context, { type, subname, workspaceId, before: subname })
}

interface ErasedName {
  readonly chainId: ChainId
  readonly name: EnsName
  /** Events whose changes and signers were emptied. */
  readonly events: number
  /** Whether the name still existed. */
  readonly isRemoved: boolean
}

/**
 * Removes a name with its records, and empties its events: type, time and name stay. Backups keep what they have.
 *
 * @throws AppError `SubnameNotFoundException` without the name and without events of it.
 */
export async function eraseName(
  context: CoreContext,
  { chainId, name }: { readonly chainId: ChainId; readonly name: EnsName },
): Promise<ErasedName> {
  return context.store.inTurn(`${chainId} ${name}`).transaction(async (tx) => {
    const subname = await findSubname(tx, chainId, name)
    const deleted = subname && (await deleteSubname(tx, subname))
    const events = await eraseEvents(tx, { chainId, name })
    const claimIds = await eraseClaims(tx, chainId, name)
    await freeClaimedTokens(tx, [...claimIds, ...(deleted ? [deleted.id] : [])])
    if (deleted) {
      await decrementSubnameCount(tx, deleted)
      const domain = await findDomainById(tx, deleted.domainId, { includeDeleted: true })
      const workspaceId = domain?.workspaceId ?? null
      if (domain) await addFormerRemovals(tx, domain, [deleted.label])
      await appendEvents(tx, subnameEvent(context, { type: 'subname.erased', subname: deleted, workspaceId }))
    }
    if (!deleted && events === 0)
      throw new AppError(
        'SubnameNotFoundException',
        `There is nothing to erase of ${name} on chain ${chainId}.`,
      )
    return { chainId, name, events, isRemoved: deleted !== undefined }
  })
}

/** Pending and decided ones, which have the claimant's address, and the invitation links for the label. */
async function eraseClaims(
  tx: StoreTransaction,
  chainId: ChainId,
  name: EnsName,
): Promise<readonly string[]> {
  const { label, domain: domainName } = splitName(name)
  const domain = await findDomain(tx, chainId, domainName, { includeDeleted: true })
  if (!domain) return []
  await deleteLinksOfLabel(tx, domain, label)
  return deleteClaimsOfLabel(tx, domain, label)
}
