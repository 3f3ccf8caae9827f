import { readPrimaryName } from '../../ccip/read-primary-name.ts'
import { type ChainId, chainIds, mainnetId } from '../../ens/chains.ts'
import { defaultEvmCoinType, evmCoinType, localCoinType } from '../../ens/coin-type.ts'
import type { CoreContext } from '../context.ts'
import { findPrimaryName } from '../primary-names/find.ts'
import type { NameReader } from './name-reader.ts'
import type { ReverseTarget } from './reverse-target.ts'

export interface PrimaryNameResult {
  readonly name: string
  /** False if chosen at this service. */
  readonly isOnChain: boolean
}

export function primaryNameChain(coinType: number): ChainId {
  return chainIds.find((chainId) => coinType === evmCoinType(chainId)) ?? mainnetId
}

/**
 * Tries the coin type, then the EVM default. The name must resolve to the address (ENSIP-19).
 *
 * @throws AppError those of `readPrimaryName`.
 */
export async function readPrimaryNameOnChain(
  reader: NameReader,
  { address, coinType }: ReverseTarget,
): Promise<string | null> {
  for (const candidate of new Set([coinType, localCoinType(reader.chainId, coinType), defaultEvmCoinType])) {
    const name = await readPrimaryName(reader.openSession(), address, candidate)
    if (name !== null) return name
  }
  return null
}

/**
 * Tries the coin type on chain, then the EVM default on chain, then this service's. The name must resolve to the
 * address (ENSIP-19).
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
  const name = await readPrimaryNameOnChain(reader, { address, coinType })
  if (name !== null) return { name, isOnChain: true }
  const chosen = await findPrimaryName(context, { chainId, address, coinType: ownCoinType })
  return chosen ? { name: chosen.name, isOnChain: false } : null
}
