import { type Address, type Hex, zeroAddress } from 'viem'
import { ethCoinType } from '../../../ens/coin-types.ts'
import { withNextHolder } from '../../../ens/holder-addresses.ts'
import { joinName, type Label, parseLabel, parseNewLabel } from '../../../ens/names.ts'
import { parseRecordChanges, type RecordChanges, type RecordInput } from '../../../ens/records.ts'
import { emptyRecords, type Records, withEthAddress } from '../../../ens/stored-records.ts'
import { AppError } from '../../../errors.ts'
import type { NewEvent } from '../../../model/event.ts'
import type { FormerHolding } from '../../../model/former-gateway.ts'
import type { Subname } from '../../../model/subname.ts'
import { missingSignatureError } from '../../auth/signed-message.ts'
import { type CoreContext, settleSync } from '../../context.ts'
import { subnameEvent } from '../../events/entity-events.ts'
import { asWallet } from '../../events/new-event.ts'
import { assertIfMatch, type IfMatch } from '../../if-match.ts'
import { withoutGrants } from '../../mapps/grants.ts'
import { mergeHolderChanges } from '../../mapps/merge-holder-changes.ts'
import type { BatchCreation, BatchPolicy } from '../../policies/batch-policy.ts'
import { availabilityError, issuedContent, type NewSubname, newSubname } from '../add.ts'
import { changedRecords, changeEvent, withRecords } from '../change.ts'
import { reservedContent } from '../invitations.ts'
import { canRevoke, notControllerError } from '../remove.ts'
import {
  assertCanSignFor,
  parseHolder,
  type SubnameDetails,
  subnameEtag,
  subnameNotFoundError,
} from '../rules.ts'

/** Fields as in the single operation. */
export type BatchItem = { readonly label: string } & (
  | { readonly action: 'issue'; readonly records: RecordInput }
  | {
      readonly action: 'change'
      readonly records: RecordInput
      readonly replace: boolean
      readonly ifMatch?: IfMatch | undefined
    }
  | { readonly action: 'reserve'; readonly address: string }
  | ({ readonly action: 'put' } & PutItem)
  | { readonly action: 'revoke'; readonly ifMatch?: IfMatch | undefined }
)

/**
 * Issues the label, or replaces what its name has: a supplied kind of records as a whole unless it is merged, absent kinds
 * stay. With another holder the name is as if revoked and issued again, but for its time of creation.
 */
interface PutItem {
  readonly records: RecordInput
  /** Zero for none; absent: the present one, of a new name its address of coin type 60. */
  readonly holder?: string | undefined
  readonly ifMatch?: IfMatch | undefined
  /** Stored texts that stay also where a list of texts is supplied; absent: none. */
  readonly keepsText?: ((key: string) => boolean) | undefined
  /** Supplied records are merged into the stored ones; absent: they replace those of their kind. */
  readonly isMerged?: boolean | undefined
}

/** What the caller of the batch may do to names that exist. */
export interface BatchRights {
  /** Absent: no signature. */
  readonly signer: Address | undefined
  /** Changes and revokes without a signature. */
  readonly mayRevoke: boolean
  /** Whether the signer controls the domain on chain; absent: not known yet. */
  readonly isController: boolean | undefined
}

/** A name as the items before have left it. */
interface BatchTarget extends Omit<SubnameDetails, 'subname'> {
  /** Absent also for a name that no item changes. */
  readonly subname: Subname | undefined
  readonly isTaken: boolean
  /** Of its label at the former gateway; absent: it has no such name, or is not to count. */
  readonly former: FormerHolding | undefined
  /** Absent: it does not bind keys. */
  readonly policy: BatchPolicy | undefined
}

interface NameChange {
  /** Absent: the name does not exist any more. */
  readonly after: Subname | undefined
  /** Absent: nothing changed. */
  readonly event: NewEvent | undefined
}

/** An item whose own fields have been parsed, which needs no state. */
export interface PreparedItem {
  readonly label: Label
  /** Whether `apply` reads the stored name, beyond its existence. */
  readonly changesExisting: boolean
  /** The name that it issues or reserves, for the policy; its address is absent if the item is invalid. */
  readonly creation?: BatchCreation
  /** @throws AppError as the single operation; `ControllerUnknown`. */
  readonly apply: (target: BatchTarget, rights: BatchRights) => NameChange
}

interface BatchDefaults {
  /** Of issued names without an address; unverified. */
  readonly holder: string | undefined
}

/** The item needs `BatchRights.isController`. */
export class ControllerUnknown extends Error {
  readonly signer: Address

  constructor(signer: Address) {
    super('Whether the signer controls the domain is not known.')
    this.signer = signer
  }
}

/** @throws AppError `InvalidNameException`. */
export function prepareItem(context: CoreContext, { holder }: BatchDefaults, item: BatchItem): PreparedItem {
  const { limits } = context.rules
  switch (item.action) {
    case 'issue':
      return creation(
        context,
        { label: item.label, action: 'issue' },
        settle(() => issuedContent(item.records, holder, limits.records)),
      )
    case 'reserve':
      return creation(
        context,
        { label: item.label, action: 'invite' },
        settle(() => reservedContent(item.address)),
      )
    case 'put':
      return put(context, item)
    case 'change':
      return change(context, item)
    case 'revoke':
      return revocation(context, item)
  }
}

/** An error of the content comes after those of the state, as in the single operations. */
function creation(
  context: CoreContext,
  { label: text, action }: { readonly label: string; readonly action: BatchCreation['action'] },
  content: () => NewSubname,
): PreparedItem {
  const label = parseNewLabel(text)
  const holder = settleSync(() => content().holder)
  const created = { label, action, address: holder instanceof AppError ? undefined : holder }
  return {
    label,
    changesExisting: false,
    creation: created,
    apply: ({ domain, isTaken, policy, former }) => {
      const taken = isTaken ? { name: joinName(label, domain.name) } : undefined
      const error = availabilityError(context, { domain, label, subname: taken, former })
      if (error) throw error
      const { subname, event } = newSubname(context, { domain, label }, content())
      policy?.assertAllowed(created)
      return { after: subname, event }
    },
  }
}

function change(context: CoreContext, item: BatchItem & { readonly action: 'change' }): PreparedItem {
  const { limits } = context.rules
  const label = parseLabel(item.label)
  const changes = settle(() => parseRecordChanges(item.records, limits.records))
  return {
    label,
    changesExisting: true,
    apply: (target, { signer, mayRevoke }) => {
      const details = requireExisting(target, label)
      if (signer) assertCanSignFor(details.subname, signer)
      else if (!mayRevoke) throw missingSignatureError()
      const records = changedRecords(details, { ...item, changes: changes() }, limits.records)
      const after = withRecords(context, details.subname, records)
      const { workspaceId } = target.domain
      const eventContext = signer ? asWallet(context, signer) : context
      const event = changeEvent(eventContext, { before: details.subname, after, workspaceId })
      return { after, event }
    },
  }
}

/** A name that exists needs the rights of a revocation, because that and an issue would do the same. */
function put(context: CoreContext, item: BatchItem & { readonly action: 'put' }): PreparedItem {
  const limits = context.rules.limits.records
  const label = parseNewLabel(item.label)
  const requested = settle(() => ({
    changes: parseRecordChanges(item.records, limits),
    holder: item.holder === undefined ? undefined : parseHolder(item.holder),
  }))
  const holderOfNew = () => {
    const { changes, holder } = requested()
    return holder ?? changes.addresses?.get(ethCoinType) ?? zeroAddress
  }
  const address = settleSync(holderOfNew)
  const creation = {
    label,
    action: 'issue',
    address: address instanceof AppError ? undefined : address,
  } as const
  return {
    label,
    changesExisting: true,
    creation,
    apply: (target, rights) => {
      const { domain, policy, former } = target
      const found = target.subname && { ...target, subname: target.subname }
      if (found) assertCanRevoke(found, rights)
      if (found) assertIfMatch(found.subname.name, subnameEtag(found), item.ifMatch)
      else if (item.ifMatch?.match) throw subnameNotFoundError(joinName(label, domain.name), domain.chainId)
      const error = found
        ? undefined
        : availabilityError(context, { domain, label, subname: undefined, former })
      if (error) throw error
      const before = found?.subname
      const { changes, holder = before?.holder ?? holderOfNew() } = requested()
      const isKept = before?.isClaimed === true && before.holder === holder
      const stored = before && (isKept ? before.records : recordsOfNextHolder(before, holder))
      const merged = mergeHolderChanges(
        stored ?? emptyRecords,
        withKeptTexts(changes, stored, item.keepsText),
        limits,
        { replace: item.isMerged !== true },
      )
      const records = withEthAddress(merged)
      const eventContext = rights.signer && before ? asWallet(context, rights.signer) : context
      const { workspaceId } = domain
      if (isKept) {
        const after = withRecords(context, before, records)
        return { after, event: changeEvent(eventContext, { before, after, workspaceId }) }
      }
      policy?.assertAllowed({ ...creation, address: holder })
      const issued = newSubname(context, { domain, label }, { records, holder, isClaimed: true })
      if (!before) return { after: issued.subname, event: issued.event }
      const after = { ...issued.subname, createdAt: before.createdAt }
      const type = 'subname.transferred'
      return {
        after,
        event: subnameEvent(eventContext, { type, subname: after, workspaceId, before, after }),
      }
    },
  }
}

/** What a name keeps with another holder, before the supplied records. */
function recordsOfNextHolder({ records, holder: from }: Subname, to: Hex): Records {
  return withoutGrants({ ...records, addresses: withNextHolder(records.addresses, { from, to }) })
}

function withKeptTexts(
  changes: RecordChanges,
  stored: Records | undefined,
  keepsText: PutItem['keepsText'],
): RecordChanges {
  if (!stored || !keepsText || !changes.texts) return changes
  const kept = stored.texts.filter(({ key }) => keepsText(key)).map(({ key, value }) => [key, value] as const)
  return { ...changes, texts: new Map([...kept, ...changes.texts]) }
}

function revocation(context: CoreContext, item: BatchItem & { readonly action: 'revoke' }): PreparedItem {
  const label = parseLabel(item.label)
  return {
    label,
    changesExisting: true,
    apply: (target, rights) => {
      const details = requireExisting(target, label)
      const { subname, domain } = details
      assertCanRevoke(details, rights)
      assertIfMatch(subname.name, subnameEtag(details), item.ifMatch)
      const { signer } = rights
      const event = subnameEvent(signer ? asWallet(context, signer) : context, {
        type: 'subname.revoked',
        subname,
        workspaceId: domain.workspaceId,
        before: subname,
      })
      return { after: undefined, event }
    },
  }
}

function assertCanRevoke(
  { subname, domain }: SubnameDetails,
  { signer, mayRevoke, isController }: BatchRights,
): void {
  if (!signer && mayRevoke) return
  if (!signer) throw missingSignatureError()
  if (canRevoke(subname, signer)) return
  if (isController === undefined) throw new ControllerUnknown(signer)
  if (!isController) throw notControllerError(domain, signer)
}

function requireExisting({ subname, domain, resolver }: BatchTarget, label: Label): SubnameDetails {
  if (subname) return { subname, domain, resolver }
  throw subnameNotFoundError(joinName(label, domain.name), domain.chainId)
}

/** Runs now; the result returns the value, or throws the error. */
function settle<T>(run: () => T): () => T {
  const outcome = settleSync(run)
  return () => {
    if (outcome instanceof AppError) throw outcome
    return outcome
  }
}
