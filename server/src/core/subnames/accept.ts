import { type Address, zeroAddress } from 'viem'
import type { ChainId } from '../../ens/chains.ts'
import { ethCoinType } from '../../ens/coin-types.ts'
import { withNextHolder } from '../../ens/holder-addresses.ts'
import type { EnsName } from '../../ens/names.ts'
import { parseRecordChanges, type RecordInput } from '../../ens/records.ts'
import { verifySignedMessage } from '../auth/signed-message.ts'
import type { Caller, CoreContext } from '../context.ts'
import { assertNotBlocked } from '../domains/rules.ts'
import { asWallet } from '../events/new-event.ts'
import { assertIfMatch, type IfMatch } from '../if-match.ts'
import { mergeHolderChanges } from '../mapps/merge-holder-changes.ts'
import { type UpdateRecords, updateRecords } from './change.ts'
import {
  alreadyClaimedError,
  assertEthereumAddress,
  assertHolder,
  requireSubname,
  type SubnameDetails,
  subnameEtag,
} from './rules.ts'

interface AcceptSubname {
  readonly caller: Caller
  readonly chainId: ChainId
  readonly name: EnsName
  readonly records: RecordInput
  readonly ifMatch?: IfMatch | undefined
}

/**
 * Claims a reservation. The holder is the coin type 60 address, or the signer if that is absent or zero; another than the reserved
 * address gets the addresses that were prepared for it (`withNextHolder`). Rules in
 * order: the subname exists, its domain is not blocked, the signature is valid and by the reserved address, it is not
 * claimed yet, the domain's policy allows the label if it binds keys, the records are valid.
 */
export async function acceptSubname(context: CoreContext, input: AcceptSubname): Promise<SubnameDetails> {
  const details = await requireSubname(context, input.chainId, input.name)
  assertNotBlocked(details.domain)
  const signer = await verifySignedMessage(context, input.caller, details.domain)
  return acceptReservation(context, details, signer, input)
}

interface Acceptance extends Pick<AcceptSubname, 'records' | 'ifMatch'> {
  readonly inSameTransaction?: UpdateRecords['inSameTransaction']
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
  await context.policies.assert(context, { action: 'accept', domain, label: subname.label })

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
      const { holder: from, records: prepared } = current
      const addresses =
        holder === from ? prepared.addresses : withNextHolder(prepared.addresses, { from, to: holder })
      const records = mergeHolderChanges({ ...prepared, addresses }, changes, limits)
      assertEthereumAddress(records)
      return records
    },
    ...(inSameTransaction && { inSameTransaction }),
  })
  return { ...details, subname: changed }
}
