import { type ChainId, chainIdList, isChainId } from '../ens/chains.ts'
import { AppError } from '../errors.ts'

/** @throws AppError `UnsupportedChainException`. */
export function requireSupportedChain(chainId: number): ChainId {
  if (isChainId(chainId)) return chainId
  throw new AppError('UnsupportedChainException', `Chain ${chainId} is not supported; use ${chainIdList}.`)
}
