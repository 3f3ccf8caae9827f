import { type Address, zeroAddress } from 'viem'
import { parseAddress } from '../../ens/address.ts'
import { ethCoinType } from '../../ens/coin-types.ts'
import { withNextHolder } from '../../ens/holder-addresses.ts'
import { parseRecordChanges, type RecordInput } from '../../ens/records.ts'
import { emptyRecords } from '../../ens/stored-records.ts'
import { AppError } from '../../errors.ts'
import { assertDomainAccess } from '../auth/access.ts'
import { verifySignedMessage } from '../auth/signed-message.ts'
import type { Caller, CoreContext } from '../context.ts'
import { assertNotBlocked } from '../domains/rules.ts'
import { asWallet } from '../events/new-event.ts'
import { assertIfMatch, type IfMatch } from '../if-match.ts'
import { mergeHolderChanges } from '../mapps/merge-holder-changes.ts'
import { assertPolicy } from '../policies/assert-policy.ts'
import { assertObtainable, createSubname, type NewSubname } from './add.ts'
import { type UpdateRecords, updateRecords } from './change.ts'
import { alreadyClaimedError, removeSubname } from './remove.ts'
import {
  assertEthereumAddress,
  assertHolder,
  requireDomainLabel,
  requireSubname,
  type SubnameDetails,
  subnameEtag,
} from './rules.ts'

interface ReserveSubname {
  readonly caller: Caller
  readonly chainId: number
  readonly domain: string
  readonly label: string
  /** The address that may accept it; EIP-55 or in one case. */
  readonly address: string
  /** Reserves the label although the former gateway has it, or does not answer. */
  readonly overridesFormer?: boolean
}

/**
 * Reserves a label; it resolves once accepted. Rules in order: the domain exists, is not blocked, the key may write to
 * it, the label is free, the domain has capacity (`capacityError`), its former gateway does not have the label, the address is valid and not zero, the domain's policy
 * allows it if it binds keys.
 */
export async function reserveSubname(context: CoreContext, input: ReserveSubname): Promise<SubnameDetails> {
  const target = await requireDomainLabel(context, input)
  assertNotBlocked(target.domain)
  assertDomainAccess(input.caller, target.domain, 'names:write')
  await assertObtainable(context, target, input.overridesFormer)
  return createSubname(context, target, reservedContent(input.address), 'invite')
}

/**
 * For an address, EIP-55 or in one case.
 *
 * @throws AppError `InvalidRecordException`.
 */
export function reservedContent(text: string): NewSubname {
  const address = parseAddress(ethCoinType, text)
  if (address === zeroAddress) throw unusableReservationError()
  const records = { ...emptyRecords, addresses: [{ coinType: ethCoinType, address }] }
  return { records, holder: address, isClaimed: false }
}

export function unusableReservationError() {
  return new AppError(
    'InvalidRecordException',
    'A reservation needs an address that can accept it: the zero address signs nothing.',
  )
}

interface AcceptSubname {
  readonly caller: Caller
  readonly chainId: number
  readonly name: string
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

interface RejectSubname {
  readonly caller: Caller
  readonly chainId: number
  readonly name: string
  readonly ifMatch?: IfMatch | undefined
}

/**
 * Signed by the reserved address.
 *
 * @returns the last state.
 */
export async function rejectSubname(
  context: CoreContext,
  { caller, chainId, name, ifMatch }: RejectSubname,
): Promise<SubnameDetails> {
  const details = await requireSubname(context, chainId, name)
  const { subname, domain } = details
  assertNotBlocked(domain)
  const signer = await verifySignedMessage(context, caller, domain)
  assertHolder(subname, signer)
  if (subname.isClaimed)
    throw new AppError(
      'NotReservedException',
      `${subname.name} is claimed; only a reservation can be rejected.`,
    )
  return removeSubname(context, { details, event: 'subname.rejected', signer, ifMatch })
}
