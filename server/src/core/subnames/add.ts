import type { Hex } from 'viem'
import { joinName } from '../../ens/names.ts'
import type { RecordLimits } from '../../ens/record-limits.ts'
import { emptyRecords, parseRecordChanges, type RecordInput, type Records } from '../../ens/records.ts'
import { AppError } from '../../errors.ts'
import type { Domain } from '../../model/domain.ts'
import type { NewEvent } from '../../model/event.ts'
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
import { mergeHolderChanges } from '../mapps/merge-holder-changes.ts'
import { assertPolicy, assertPolicyInTransaction } from '../policies/assert-policy.ts'
import { assignHolder, requireDomainLabel, type SubnameDetails } from './rules.ts'

interface AddSubname {
  readonly caller: Caller
  readonly chainId: number
  readonly domain: string
  readonly label: string
  readonly records: RecordInput
  /** The API key is enough; a signature is not read. */
  readonly overrideSignature: boolean
}

/**
 * Rules in order: the domain exists, is not blocked, the key may write to it, the signature is valid, the label is
 * free, the domain has capacity (`capacityError`), the records are valid, the domain's policy allows it if it binds keys.
 */
export async function addSubname(context: CoreContext, input: AddSubname): Promise<SubnameDetails> {
  const { caller } = input
  const limits = context.rules.limits.records
  const target = await requireDomainLabel(context, input)
  const { domain } = target
  assertNotBlocked(domain)
  assertDomainAccess(caller, domain, 'names:write')
  const signer = input.overrideSignature
    ? undefined
    : await verifySignedMessage(context, caller.signedMessage, domain)
  assertAvailable(context, target)
  const content = issuedContent(input.records, signer ?? caller.address, limits)
  return createSubname(signer ? asWallet(context, signer) : context, target, content, 'issue')
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

/** `undefined` when the label can be issued. */
export function availabilityError(
  { clock }: Pick<CoreContext, 'clock'>,
  { domain, subname }: { readonly domain: Domain; readonly subname: Pick<Subname, 'name'> | undefined },
): AppError | undefined {
  if (domain.isBlocked) return domainBlockedError(domain)
  return subname ? subnameAlreadyExists(subname.name) : capacityError(domain, clock())
}

/** Early check; the write of `createSubname` decides races. */
export function assertAvailable(context: CoreContext, target: DomainLabel): void {
  const error = availabilityError(context, target)
  if (error) throw error
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

/** Writes and counts atomically, by the domain's policy for this action. */
export async function createSubname(
  context: CoreContext,
  target: DomainLabel,
  content: NewSubname,
  action: PolicyAction,
): Promise<SubnameDetails> {
  const { domain, resolver } = target
  const { subname, event } = newSubname(context, target, content)
  const request = { action, domain, label: subname.label, address: content.holder }
  const { isBound } = await assertPolicy(context, request)
  const check = isBound
    ? (tx: StoreTransaction) => assertPolicyInTransaction(context, tx, request)
    : undefined
  const outcome = await context.store.createSubname(subname, domain, event, check)
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
