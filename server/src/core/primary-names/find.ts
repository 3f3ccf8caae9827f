import type { Address } from 'viem'
import { lowerCaseHex } from '../../crypto/hex.ts'
import type { PrimaryName } from '../../model/primary-name.ts'
import { findPrimaryNameByAddress } from '../../store/entities/primary-names.ts'
import type { CoreContext } from '../context.ts'
import { withReadReplica } from '../read-replica.ts'
import { requireSupportedChain } from '../require-supported-chain.ts'
import { resolveAddress } from '../resolution/resolve-address.ts'

export interface FindPrimaryName {
  readonly chainId: number
  readonly address: Address
  /** Of the matching address record; absent: Ethereum's. */
  readonly coinType?: number
}

/** Only if the name resolves to the address (ENSIP-3, ENSIP-19). */
export async function findPrimaryName(
  context: CoreContext,
  { chainId, address: anyCaseAddress, ...record }: FindPrimaryName,
): Promise<PrimaryName | undefined> {
  const address = lowerCaseHex(anyCaseAddress)
  const primaryName = await findPrimaryNameByAddress(
    context.store.read,
    requireSupportedChain(chainId),
    address,
  )
  return primaryName &&
    (await resolveAddress(withReadReplica(context), { ...primaryName, ...record })) === address
    ? primaryName
    : undefined
}
