import { normalizeName } from '../../ens/name.ts'
import { requireSupportedChain } from '../require-supported-chain.ts'

/** @throws AppError `UnsupportedChainException`, `InvalidNameException`. */
export function normalizedOnChain(name: string, chainId: number): { chainId: number; name: string } {
  return { chainId: requireSupportedChain(chainId), name: normalizeName(name) }
}
