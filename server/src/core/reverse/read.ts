import { readPrimaryName } from '../../chain/read-primary-name.ts'
import { defaultEvmCoinType, ethCoinType, evmCoinType } from '../../ens/coin-type.ts'
import type { CoreContext } from '../context.ts'
import { findPrimaryName } from '../primary-names/find.ts'
import type { Source } from '../records/source.ts'
import type { ReverseTarget } from './target.ts'

export interface Reversed {
  readonly name: string
  /** Whether ENS said so; otherwise the address chose the name at this service. */
  readonly isOnChain: boolean
}

const sepolia = 11155111

/** The chain on which the primary names for a coin type are kept. */
export const homeOf = (coinType: number): 1 | 11155111 => (coinType === evmCoinType(sepolia) ? sepolia : 1)

/**
 * Finds the primary name of an address: on chain for the coin type, else on chain for the default of all EVM chains, else
 * the one chosen at this service. Each is given only if it resolves to the address (ENSIP-19).
 *
 * @throws AppError what `readPrimaryName` and `findPrimaryName` throw.
 */
export async function reverse(
  context: CoreContext,
  source: Source,
  { address, coinType }: ReverseTarget,
): Promise<Reversed | null> {
  const { chainId } = source
  // To its own names, Sepolia is the chain of coin type 60.
  const isOwnTestnet = chainId === sepolia && coinType === evmCoinType(sepolia)
  const local = isOwnTestnet ? ethCoinType : coinType
  for (const asked of new Set([coinType, local, defaultEvmCoinType])) {
    const name = await readPrimaryName(source.open(), address, asked)
    if (name !== null) return { name, isOnChain: true }
  }
  const chosen = await findPrimaryName(context, { chainId, address, coinType: local })
  return chosen ? { name: chosen.name, isOnChain: false } : null
}
