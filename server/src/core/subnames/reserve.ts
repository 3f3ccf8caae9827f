import { zeroAddress } from 'viem'
import { parseAddress } from '../../ens/address.ts'
import { ethCoinType } from '../../ens/coin-type.ts'
import { emptyRecords } from '../../ens/records.ts'
import { AppError } from '../../errors.ts'
import { assertDomainAccess } from '../auth/assert-access.ts'
import type { Caller } from '../caller.ts'
import type { CoreContext } from '../context.ts'
import { assertNotBlocked } from '../domains/require-domain.ts'
import { assertAvailable, createSubname, type NewSubname } from './create-subname.ts'
import { requireDomainLabel } from './require-domain-label.ts'
import type { SubnameDetails } from './subname-details.ts'

export interface ReserveSubname {
  readonly caller: Caller
  readonly chainId: number
  readonly domain: string
  readonly label: string
  /** The address that may accept it; EIP-55 or in one case. */
  readonly address: string
}

/**
 * Reserves a label; it resolves once accepted. Rules in order: the domain exists, is not blocked, the key may write to
 * it, the label is free, the domain has capacity (`capacityError`), the address is valid and not zero, the domain's policy
 * allows it if it binds keys.
 */
export async function reserveSubname(context: CoreContext, input: ReserveSubname): Promise<SubnameDetails> {
  const target = await requireDomainLabel(context, input)
  assertNotBlocked(target.domain)
  assertDomainAccess(input.caller, target.domain, 'names:write')
  assertAvailable(context, target)
  return createSubname(context, target, reservedContent(input.address), 'invite')
}

/**
 * For an address, EIP-55 or in one case.
 *
 * @throws AppError `InvalidRecordException`.
 */
export function reservedContent(text: string): NewSubname {
  const address = parseAddress(ethCoinType, text)
  if (address === zeroAddress)
    throw new AppError(
      'InvalidRecordException',
      'A reservation needs an address that can accept it: the zero address signs nothing.',
    )
  const records = { ...emptyRecords, addresses: [{ coinType: ethCoinType, address }] }
  return { records, holder: address, isClaimed: false }
}
