import type { Hex } from 'viem'
import type { ChainId } from '../../ens/chains.ts'
import { ethCoinType } from '../../ens/coin-types.ts'
import type { EnsName } from '../../ens/names.ts'
import type { RecordLimits } from '../../ens/record-limits.ts'
import { parseRecordChanges, type RecordChanges, type RecordInput } from '../../ens/records.ts'
import { type Records, storedAddress } from '../../ens/stored-records.ts'
import { AppError } from '../../errors.ts'
import type { EventType, NewEvent } from '../../model/event.ts'
import type { Subname } from '../../model/subname.ts'
import { appendEvents } from '../../store/entities/events.ts'
import { claimSubname, findSubname, updateSubnameRecords } from '../../store/entities/subnames.ts'
import type { VersionedTransaction } from '../../store/tables.ts'
import { verifySignedMessage } from '../auth/signed-message.ts'
import type { Caller, CoreContext } from '../context.ts'
import { assertNotBlocked } from '../domains/rules.ts'
import { subnameEvent } from '../events/entity-events.ts'
import { asWallet, type EventContext } from '../events/new-event.ts'
import { assertIfMatch, type IfMatch } from '../if-match.ts'
import { mergeHolderChanges } from '../mapps/merge-holder-changes.ts'
import { retryOnConflict } from '../retry-on-conflict.ts'
import { chargeEvent } from '../write-budgets.ts'
import {
  assertCanSignFor,
  assertEthereumAddress,
  requireSubname,
  requireWritableDomain,
  type SubnameDetails,
  subnameEtag,
} from './rules.ts'

interface UpdateSubname {
  readonly caller: Caller
  readonly chainId: ChainId
  readonly name: EnsName
  readonly records: RecordInput
  /** Replaces each supplied list instead of merging it. */
  readonly replace: boolean
  readonly ifMatch?: IfMatch | undefined
}

/**
 * Changes a subname's records: an empty value deletes; unlisted records and the holder stay. Needs a signature by the
 * holder or the coin type 60 address (`canSignFor`). Changes of protected texts are ignored (`mergeHolderChanges`).
 */
export async function updateSubname(context: CoreContext, input: UpdateSubname): Promise<SubnameDetails> {
  const { limits } = context.rules
  const details = await requireSubname(context, input.chainId, input.name)
  const { subname, domain } = details
  assertNotBlocked(domain)
  const signer = await verifySignedMessage(context, input.caller, domain)
  assertCanSignFor(subname, signer)
  const changes = parseRecordChanges(input.records, limits.records)

  const updated = await updateRecords(asWallet(context, signer), {
    subname,
    change: (current) => {
      assertCanSignFor(current, signer)
      return changedRecords({ ...details, subname: current }, { ...input, changes }, limits.records)
    },
  })
  return { ...details, subname: updated }
}

interface HolderChange {
  readonly changes: RecordChanges
  readonly replace: boolean
  readonly ifMatch?: IfMatch | undefined
}

/** The right to change them is the caller's to check. @throws AppError `PreconditionFailedException`, `InvalidRecordException`. */
export function changedRecords(
  details: SubnameDetails,
  { changes, replace, ifMatch }: HolderChange,
  limits: RecordLimits,
): Records {
  const { subname } = details
  assertIfMatch(subname.name, subnameEtag(details), ifMatch)
  const records = mergeHolderChanges(subname.records, changes, limits, { replace })
  assertEthereumAddress(records)
  return records
}

export interface UpdateRecords {
  /** The state for which the caller's right was checked. */
  readonly subname: Subname
  /** May throw. */
  readonly change: (current: Subname) => Records
  /** Absent: `subname.changed`, or `subname.transferred` when the coin type 60 address changes. */
  readonly event?: EventType
  /** Of a transfer. */
  readonly newHolder?: Hex
  /** Of a reservation that is claimed. */
  readonly claim?: { readonly holder: Hex; readonly claimedAt: number }
  /** The holder has signed all of it, as its resolver contract verifies: a sealed name may change. Absent: it may not. */
  readonly isSignedByHolder?: true
  readonly inSameTransaction?: (transaction: VersionedTransaction) => Promise<void>
}

/**
 * Writes in one transaction, which checks that the domain is writable and the name is not sealed. After a concurrent write, the change is computed
 * again.
 */
export async function updateRecords(context: CoreContext, input: UpdateRecords): Promise<Subname> {
  const { subname } = input
  if (!input.isSignedByHolder) await context.seals.assertNone(context.store.db, subname, input.claim?.holder)
  let current: Subname | undefined = subname
  return retryOnConflict(subname.name, async () => {
    const isFirst = current !== undefined
    const prepared = prepareUpdate(context, current ?? (await reload(context, subname)), input)
    current = undefined
    // Once, whatever others write meanwhile.
    if (isFirst) await chargeEvent(context, prepared.event)
    return tryUpdate(context, prepared, input)
  })
}

interface PreparedUpdate {
  readonly before: Subname
  readonly after: Subname
  /** Without the workspace, which the transaction reads. */
  readonly event: NewEvent
}

function prepareUpdate(
  context: CoreContext,
  before: Subname,
  { change, event: type, newHolder: holder, claim }: UpdateRecords,
): PreparedUpdate {
  const after = {
    ...withRecords(context, before, change(before)),
    ...(holder && { holder }),
    ...(claim && { ...claim, isClaimed: true }),
  }
  return { before, after, event: eventOf(context, { before, after, workspaceId: null, type }) }
}

/** Undefined after a lost race. */
async function tryUpdate(
  context: CoreContext,
  { before: current, after: changed, event }: PreparedUpdate,
  { newHolder: holder, claim, isSignedByHolder, inSameTransaction }: UpdateRecords,
): Promise<Subname | undefined> {
  const { records, updatedAt } = changed
  const isWritten = await context.store.inTurn(current.domainId).transaction(async (transaction) => {
    if (!(await updateSubnameRecords(transaction, { subname: current, records, updatedAt, holder })))
      return false
    if (claim) await claimSubname(transaction, { subname: current, ...claim })
    await inSameTransaction?.(transaction)
    const { workspaceId } = await requireWritableDomain(transaction, current)
    if (!isSignedByHolder) await context.seals.assertNone(transaction, current, claim?.holder)
    if (event.changes.length > 0) await appendEvents(transaction, { ...event, workspaceId })
    return true
  })
  return isWritten ? changed : undefined
}

/** The next version of a subname. */
export function withRecords(
  { clock }: Pick<CoreContext, 'clock'>,
  subname: Subname,
  records: Records,
): Subname {
  return { ...subname, records, version: subname.version + 1, updatedAt: clock() }
}

interface Change {
  readonly before: Subname
  readonly after: Subname
  readonly workspaceId: NewEvent['workspaceId']
  /** As in `UpdateRecords.event`. */
  readonly type?: EventType | undefined
}

/** `undefined` when nothing changes. */
export function changeEvent(context: EventContext, change: Change): NewEvent | undefined {
  const event = eventOf(context, change)
  return event.changes.length > 0 ? event : undefined
}

function eventOf(
  context: EventContext,
  { before, after, workspaceId, type = typeOfChange(before, after) }: Change,
): NewEvent {
  return subnameEvent(context, { type, subname: before, workspaceId, before, after })
}

/** Lists show a name with its coin type 60 address, which may sign for it. */
function typeOfChange(before: Subname, after: Subname): EventType {
  const addressOf = ({ records }: Subname) => storedAddress(records, ethCoinType)
  return addressOf(before) === addressOf(after) ? 'subname.changed' : 'subname.transferred'
}

async function reload({ store }: CoreContext, { id, chainId, name }: Subname): Promise<Subname> {
  const reloaded = await findSubname(store.db, chainId, name)
  if (reloaded?.id === id) return reloaded
  throw new AppError('SubnameNotFoundException', `${name} does not exist any more.`)
}
