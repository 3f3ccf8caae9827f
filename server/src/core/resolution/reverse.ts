import { readPrimaryName } from '../../ccip/read-primary-name.ts'
import { defaultEvmCoinType, ethCoinType, evmCoinType } from '../../ens/coin-type.ts'
import type { CoreContext } from '../context.ts'
import { findPrimaryName } from '../primary-names/find.ts'
import type { NameReader } from './name-reader.ts'
import type { ReverseTarget } from './reverse-target.ts'

export interface PrimaryNameResult {
  readonly name: string
  /** Whether ENS said so; otherwise the address chose the name at this service. */
  readonly isOnChain: boolean
}

const sepolia = 11155111

/** The chain on which the primary names for a coin type are kept. */
export function primaryNameChain(coinType: number): 1 | 11155111 {
  return coinType === evmCoinType(sepolia) ? sepolia : 1
}

/**
 * Finds the primary name of an address: on chain for the coin type, else on chain for the default of all EVM chains, else
 * the one chosen at this service. Each is given only if it resolves to the address (ENSIP-19).
 *
 * @throws AppError what `readPrimaryName` and `findPrimaryName` throw.
 */
export async function reverseResolve(
  context: CoreContext,
  reader: NameReader,
  { address, coinType }: ReverseTarget,
): Promise<PrimaryNameResult | null> {
  const { chainId } = reader
  // To its own names, Sepolia is the chain of coin type 60.
  const isOwnTestnet = chainId === sepolia && coinType === evmCoinType(sepolia)
  const localCoinType = isOwnTestnet ? ethCoinType : coinType
  for (const candidate of new Set([coinType, localCoinType, defaultEvmCoinType])) {
    const name = await readPrimaryName(reader.openSession(), address, candidate)
    if (name !== null) return { name, isOnChain: true }
  }
  const chosen = await findPrimaryName(context, { chainId, address, coinType: localCoinType })
  return chosen ? { name: chosen.name, isOnChain: false } : null
}
