import { readPrimaryName } from '../../ccip/read-primary-name.ts'
import { type ChainId, chainIds, mainnetId } from '../../ens/chains.ts'
import { defaultEvmCoinType, evmCoinType, localCoinType } from '../../ens/coin-type.ts'
import type { CoreContext } from '../context.ts'
import { findPrimaryName } from '../primary-names/find.ts'
import type { NameReader } from './name-reader.ts'
import type { ReverseTarget } from './reverse-target.ts'

export interface PrimaryNameResult {
  readonly name: string
  /** Whether it is the primary name in ENS; otherwise the address chose it at this service. */
  readonly isOnChain: boolean
}

/** The chain of the primary names for a coin type. */
export function primaryNameChain(coinType: number): ChainId {
  return chainIds.find((chainId) => coinType === evmCoinType(chainId)) ?? mainnetId
}

/**
 * Finds the primary name of an address: on chain for the coin type, else on chain for the default of all EVM chains, else the
 * one chosen at this service. Each is returned only if it resolves to the address (ENSIP-19).
 *
 * @throws AppError those of `readPrimaryName` and `findPrimaryName`.
 */
export async function reverseResolve(
  context: CoreContext,
  reader: NameReader,
  { address, coinType }: ReverseTarget,
): Promise<PrimaryNameResult | null> {
  const { chainId } = reader
  const ownCoinType = localCoinType(chainId, coinType)
  for (const candidate of new Set([coinType, ownCoinType, defaultEvmCoinType])) {
    const name = await readPrimaryName(reader.openSession(), address, candidate)
    if (name !== null) return { name, isOnChain: true }
  }
  const chosen = await findPrimaryName(context, { chainId, address, coinType: ownCoinType })
  return chosen ? { name: chosen.name, isOnChain: false } : null
}
