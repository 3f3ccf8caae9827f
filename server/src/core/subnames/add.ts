import type { Hex } from 'viem'
import type { ChainId } from '../../ens/chains.ts'
import { type EnsName, joinName, type Label } from '../../ens/names.ts'
import type { RecordLimits } from '../../ens/record-limits.ts'
import { parseRecordChanges, type RecordInput } from '../../ens/records.ts'
import { emptyRecords, type Records, withEthAddress } from '../../ens/stored-records.ts'
import { AppError } from '../../errors.ts'
import type { Domain } from '../../model/domain.ts'
import type { NewEvent } from '../../model/event.ts'
import type { FormerHolding } from '../../model/former-gateway.ts'
import type { CreateSubnameOutcome, Subname } from '../../model/subname.ts'
import type { PolicyAction } from '../../policy/rules.ts'
import type { DomainLabel } from '../../store/entities/domain-label.ts'
import { findDomainById } from '../../store/entities/domains.ts'
import type { StoreTransaction } from '../../store/tables.ts'
import { assertDomainAccess } from '../auth/access.ts'
import { verifySignedMessage } from '../auth/signed-message.ts'
import { type Caller, type CoreContext, newId } from '../context.ts'
import { assertNotBlocked, capacityError, domainBlockedError, limitReachedError } from '../domains/rules.ts'
import { subnameEvent } from '../events/entity-events.ts'
import { asWallet, type EventContext } from '../events/new-event.ts'
import { formerHoldingError } from '../lookup/former-obstacle.ts'
import { mergeHolderChanges } from '../mapps/merge-holder-changes.ts'
import { assignHolder, parseHolder, requireDomainLabel, type SubnameDetails } from './rules.ts'

interface AddSubname {
  readonly caller: Caller
  readonly chainId: ChainId
  readonly domain: EnsName
  readonly label: Label
  readonly records: RecordInput
  /** The API key is enough; a signature is not read. */
  readonly overrideSignature: boolean
  /** An address, zero for none, that may differ from coin type 60; absent: as `assignHolder` has it. */
  readonly holder?: string | undefined
  /** A further rule, in the transaction of the write; absent: none. */
  readonly assertInTransaction?:
    | ((tx: StoreTransaction, domain: Domain, subname: Subname) => Promise<void>)
    | undefined
  /** Issues the label although the former gateway has it, or does not answer. */
  readonly overridesFormer?: boolean
}

/**
 * Rules in order: the domain exists, is not blocked, the key may write to it, the signature is valid, the label is
 * free, the domain has capacity (`capacityError`), its former gateway does not have the label, the records are valid, the domain's policy allows it if it binds keys,
 * `assertInTransaction`.
 */
export async function addSubname(context: CoreContext, input: AddSubname): Promise<SubnameDetails> {
  const { caller, assertInTransaction: check } = input
  const limits = context.rules.limits.records
  const target = await requireDomainLabel(context, input)
  const { domain } = target
  assertNotBlocked(domain)
  assertDomainAccess(caller, domain, 'names:write')
  const signer = input.overrideSignature ? undefined : await verifySignedMessage(context, caller, domain)
  await assertObtainable(context, target, input.overridesFormer)
  const content =
    input.holder === undefined
      ? issuedContent(input.records, signer ?? caller.address, limits)
      : heldContent(input.records, input.holder, limits)
  const eventContext = signer ? asWallet(context, signer) : context
  const inTransaction = check && ((tx: StoreTransaction, subname: Subname) => check(tx, domain, subname))
  return createSubname(eventContext, target, content, 'issue', inTransaction)
}

/**
 * `caller` is the holder without an address of coin type 60.
 *
 * @throws AppError `InvalidRecordException`.
 */
export function issuedContent(
  input: RecordInput,
  caller: string | undefined,
  limits: RecordLimits,
): NewSubname {
  const { changes, holder } = assignHolder(parseRecordChanges(input, limits), caller)
  return { records: mergeHolderChanges(emptyRecords, changes, limits), holder, isClaimed: true }
}

/**
 * `holder` may differ from the address of coin type 60, which is zero if it is not given.
 *
 * @throws AppError `InvalidRecordException`.
 */
function heldContent(input: RecordInput, holder: string, limits: RecordLimits): NewSubname {
  const records = mergeHolderChanges(emptyRecords, parseRecordChanges(input, limits), limits)
  return { records: withEthAddress(records), holder: parseHolder(holder), isClaimed: true }
}

interface IssuableLabel {
  readonly domain: Domain
  readonly label: Label
  readonly subname: Pick<Subname, 'name'> | undefined
  /** At the former gateway of the domain; absent: it has no such name, or is not to count. */
  readonly former?: FormerHolding | undefined
  /** Whom the label is for: what this address has at the former gateway is no obstacle. Absent: it always is. */
  readonly holder?: Hex | undefined
}

/** Why a label is not to be had; `undefined` when it can be issued. Every way to a name asks it. */
export function availabilityError(
  { clock }: Pick<CoreContext, 'clock'>,
  { domain, label, subname, former, holder }: IssuableLabel,
): AppError | undefined {
  if (domain.isBlocked) return domainBlockedError(domain)
  if (subname) return subnameAlreadyExists(subname.name)
  return capacityError(domain, clock()) ?? formerHoldingError(domain, label, former, holder)
}

/** Early check, without the former gateway; the write of `createSubname` decides races. */
export function assertAvailable(context: CoreContext, target: DomainLabel): void {
  const error = availabilityError(context, target)
  if (error) throw error
}

/**
 * As `assertAvailable`, and the former gateway does not have the label, which is asked unless the owner overrides it. Before a
 * transaction, because it takes time.
 */
export async function assertObtainable(
  context: CoreContext,
  target: DomainLabel,
  overridesFormer = false,
): Promise<void> {
  const error = await obstacleTo(context, target, overridesFormer)
  if (error) throw error
}

/** As `availabilityError`, with what the former gateway has. */
export async function obstacleTo(
  context: CoreContext,
  target: DomainLabel,
  overridesFormer = false,
): Promise<AppError | undefined> {
  const early = availabilityError(context, target)
  if (early || overridesFormer) return early
  const { domain, label } = target
  const holdings = await context.readFormerHoldings(domain, [label])
  return availabilityError(context, { ...target, former: holdings.get(label) })
}

export interface NewSubname {
  readonly records: Records
  /** Of a reservation, the address it is for. */
  readonly holder: Hex
  /** False for a reservation. */
  readonly isClaimed: boolean
}

/** The first state of a subname, and its event. */
export function newSubname(
  context: EventContext,
  { domain, label }: Pick<DomainLabel, 'domain' | 'label'>,
  { records, holder, isClaimed }: NewSubname,
): { readonly subname: Subname; readonly event: NewEvent } {
  const now = context.clock()
  const subname: Subname = {
    id: newId(),
    domainId: domain.id,
    chainId: domain.chainId,
    name: joinName(label, domain.name),
    label,
    holder,
    isClaimed,
    claimedAt: isClaimed ? now : null,
    records,
    version: 1,
    createdAt: now,
    updatedAt: now,
  }
  const event = subnameEvent(context, {
    type: isClaimed ? 'subname.issued' : 'subname.reserved',
    subname,
    workspaceId: domain.workspaceId,
    after: subname,
  })
  return { subname, event }
}

/** Writes and counts atomically, by the domain's policy for this action. `inSameTransaction` may throw. */
export async function createSubname(
  context: CoreContext,
  target: DomainLabel,
  content: NewSubname,
  action: PolicyAction,
  inSameTransaction?: (tx: StoreTransaction, subname: Subname) => Promise<void>,
): Promise<SubnameDetails> {
  const { domain, resolver } = target
  const { subname, event } = newSubname(context, target, content)
  await context.seals.assertIssuable(context.store.db, resolver, subname)
  const request = { action, domain, label: subname.label, address: content.holder }
  const { isBound } = await context.policies.assert(context, request)
  const before = async (tx: StoreTransaction) => {
    if (isBound) await context.policies.assertInTransaction(context, tx, request)
    await inSameTransaction?.(tx, subname)
  }
  const around = isBound || inSameTransaction ? { before } : undefined
  const outcome = await context.store.createSubname(subname, domain, event, around)
  await assertCreated(context, { subname, domain, outcome })
  return { subname, domain, resolver }
}

interface CreatedSubname extends Pick<SubnameDetails, 'subname' | 'domain'> {
  readonly outcome: CreateSubnameOutcome
}

/** Throws the reason when `Store.createSubname` wrote nothing. */
export async function assertCreated(
  context: CoreContext,
  { subname, domain, outcome }: CreatedSubname,
): Promise<void> {
  if (outcome === 'taken') throw subnameAlreadyExists(subname.name)
  if (outcome === 'no-capacity') throw await currentCapacityError(context, domain)
}

/** The domain was deleted, moved or blocked, has lapsed or is full, or its policy was changed. */
async function currentCapacityError({ store, clock }: CoreContext, domain: Domain): Promise<AppError> {
  const current = await findDomainById(store.db, domain.id)
  if (!current) return new AppError('EnsNotFound', `${domain.name} is not onboarded any more.`)
  if (current.workspaceId !== domain.workspaceId)
    return new AppError('EnsNotFound', `${domain.name} was moved to another workspace by another request.`)
  if (current.isBlocked) return domainBlockedError(current)
  if (current.policyVersion !== domain.policyVersion) return policyChangedError(domain)
  return capacityError(current, clock()) ?? limitReachedError(domain)
}

export function policyChangedError({ name }: Domain) {
  return new AppError(
    'ServiceUnavailableException',
    `The policy of ${name} was changed by another request. Send the request again.`,
  )
}

export function subnameAlreadyExists(name: string) {
  return new AppError('SubdomainAlreadyExistsException', `${name} is taken.`)
}
