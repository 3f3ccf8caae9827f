import { zeroAddress } from 'viem'
import { parseAddress } from '../../ens/address.ts'
import type { ChainId } from '../../ens/chains.ts'
import { ethCoinType } from '../../ens/coin-types.ts'
import type { EnsName, Label } from '../../ens/names.ts'
import { emptyRecords } from '../../ens/stored-records.ts'
import { AppError } from '../../errors.ts'
import { assertDomainAccess } from '../auth/access.ts'
import { verifySignedMessage } from '../auth/signed-message.ts'
import type { Caller, CoreContext } from '../context.ts'
import { assertNotBlocked } from '../domains/rules.ts'
import type { IfMatch } from '../if-match.ts'
import { assertObtainable, createSubname, type NewSubname } from './add.ts'
import { removeSubname } from './remove.ts'
import { assertHolder, requireDomainLabel, requireSubname, type SubnameDetails } from './rules.ts'

interface ReserveSubname {
  readonly caller: Caller
  readonly chainId: ChainId
  readonly domain: EnsName
  readonly label: Label
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

interface RejectSubname {
  readonly caller: Caller
  readonly chainId: ChainId
  readonly name: EnsName
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
