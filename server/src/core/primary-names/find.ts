import type { Address } from 'viem'
import { lowerCaseHex } from '../../ens/hex.ts'
import { findPrimaryNameOf, type PrimaryName } from '../../store/primary-names.ts'
import type { CoreContext } from '../context.ts'
import { resolveAddress } from '../names/resolve-address.ts'
import { reading } from '../reading.ts'
import { supportedChain } from '../supported-chain.ts'

export interface OfAddress {
  readonly chainId: number
  readonly address: Address
  /** Of the address record that must lead back; absent: Ethereum's. */
  readonly coinType?: number
}

/**
 * The primary name of an address, if the name resolves to it at this time (ENSIP-3 and ENSIP-19 demand that).
 *
 * @throws AppError `UnsupportedChainException`, and upstream failures when a name of another service has to be read on
 * its chain and cannot be.
 */
export async function findPrimaryName(
  context: CoreContext,
  { chainId, address: given, ...record }: OfAddress,
): Promise<PrimaryName | undefined> {
  const address = lowerCaseHex(given)
  const found = await findPrimaryNameOf(context.store.latest, supportedChain(chainId), address)
  return found && (await resolveAddress(reading(context), { ...found, ...record })) === address
    ? found
    : undefined
}
