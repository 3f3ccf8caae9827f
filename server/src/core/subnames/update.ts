import type { Address } from 'viem'
import { parseRecordChanges } from '../../ens/record-changes.ts'
import type { RecordLimits } from '../../ens/record-limits.ts'
import type { RecordChanges, RecordInput, Records } from '../../ens/records.ts'
import { verifySignedMessage } from '../auth/verify-signed-message.ts'
import type { Caller } from '../caller.ts'
import type { CoreContext } from '../context.ts'
import { assertNotBlocked } from '../domains/require-domain.ts'
import { asWallet } from '../events/new-event.ts'
import { assertIfMatch, type IfMatch } from '../if-match.ts'
import { mergeHolderChanges } from '../mapps/merge-holder-changes.ts'
import { assertCanSignFor } from './assert-holder.ts'
import { assertEthereumAddress } from './ethereum-address.ts'
import { requireSubname } from './require-subname.ts'
import type { SubnameDetails } from './subname-details.ts'
import { subnameEtag } from './subname-etag.ts'
import { updateRecords } from './update-records.ts'

export interface UpdateSubname {
  readonly caller: Caller
  readonly chainId: number
  readonly name: string
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
  const signer = await verifySignedMessage(context, input.caller.signedMessage, domain)
  assertCanSignFor(subname, signer)
  const changes = parseRecordChanges(input.records, limits.records)

  const updated = await updateRecords(asWallet(context, signer), {
    subname,
    change: (current) =>
      changedRecords({ ...details, subname: current }, signer, { ...input, changes }, limits.records),
  })
  return { ...details, subname: updated }
}

export interface HolderChange {
  readonly changes: RecordChanges
  readonly replace: boolean
  readonly ifMatch?: IfMatch | undefined
}

/** @throws AppError `NotHolderException`, `PreconditionFailedException`, `InvalidRecordException`. */
export function changedRecords(
  details: SubnameDetails,
  signer: Address,
  { changes, replace, ifMatch }: HolderChange,
  limits: RecordLimits,
): Records {
  const { subname } = details
  assertCanSignFor(subname, signer)
  assertIfMatch(subname.name, subnameEtag(details), ifMatch)
  const records = mergeHolderChanges(subname.records, changes, limits, { replace })
  assertEthereumAddress(records)
  return records
}
