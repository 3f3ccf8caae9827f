import { type Address, zeroAddress } from 'viem'
import { ethCoinType } from '../../ens/coin-type.ts'
import { parseRecordChanges } from '../../ens/record-changes.ts'
import type { RecordInput } from '../../ens/records.ts'
import { verifySignedMessage } from '../auth/verify-signed-message.ts'
import type { Caller } from '../caller.ts'
import type { CoreContext } from '../context.ts'
import { assertNotBlocked } from '../domains/require-domain.ts'
import { asWallet } from '../events/new-event.ts'
import { assertIfMatch, type IfMatch } from '../if-match.ts'
import { mergeHolderChanges } from '../mapps/merge-holder-changes.ts'
import { assertPolicy } from '../policies/assert-policy.ts'
import { assertHolder } from './assert-holder.ts'
import { assertEthereumAddress } from './ethereum-address.ts'
import { alreadyClaimedError } from './remove.ts'
import { requireSubname } from './require-subname.ts'
import type { SubnameDetails } from './subname-details.ts'
import { subnameEtag } from './subname-etag.ts'
import { type RecordsUpdate, updateRecords } from './update-records.ts'

export interface AcceptSubname {
  readonly caller: Caller
  readonly chainId: number
  readonly name: string
  readonly records: RecordInput
  readonly ifMatch?: IfMatch | undefined
}

/**
 * Claims a reservation. The holder is the coin type 60 address, or the signer if that is absent or zero. Rules in
 * order: the subname exists, its domain is not blocked, the signature is valid and by the reserved address, it is not
 * claimed yet, the domain's policy allows the label if it binds keys, the records are valid.
 */
export async function acceptSubname(context: CoreContext, input: AcceptSubname): Promise<SubnameDetails> {
  const details = await requireSubname(context, input.chainId, input.name)
  assertNotBlocked(details.domain)
  const signer = await verifySignedMessage(context, input.caller.signedMessage, details.domain)
  return acceptReservation(context, details, signer, input)
}

interface Acceptance extends Pick<AcceptSubname, 'records' | 'ifMatch'> {
  readonly inSameTransaction?: RecordsUpdate['inSameTransaction']
}

/** The rules of `acceptSubname` from the signer on, whose signature is verified. */
export async function acceptReservation(
  context: CoreContext,
  details: SubnameDetails,
  signer: Address,
  { records: input, ifMatch, inSameTransaction }: Acceptance,
): Promise<SubnameDetails> {
  const limits = context.rules.limits.records
  const { subname, domain } = details
  assertHolder(subname, signer)
  if (subname.isClaimed) throw alreadyClaimedError(subname)
  await assertPolicy(context, { action: 'accept', domain, label: subname.label })

  const changes = parseRecordChanges(input, limits)
  const requestedAddress = changes.addresses?.get(ethCoinType)
  const holder = requestedAddress && requestedAddress !== zeroAddress ? requestedAddress : subname.holder
  const changed = await updateRecords(asWallet(context, signer), {
    subname,
    event: 'subname.accepted',
    claim: { holder, claimedAt: context.clock() },
    change: (current) => {
      if (current.isClaimed) throw alreadyClaimedError(current)
      assertIfMatch(current.name, subnameEtag({ ...details, subname: current }), ifMatch)
      const records = mergeHolderChanges(current.records, changes, limits)
      assertEthereumAddress(records)
      return records
    },
    ...(inSameTransaction && { inSameTransaction }),
  })
  return { ...details, subname: changed }
}
