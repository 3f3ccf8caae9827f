import { type ChainId, chainIdList, isChainId } from '../ens/chains.ts'
import { AppError, type ErrorName } from '../errors.ts'

/** @throws AppError `UnsupportedChainException`. */
export function requireSupportedChain(chainId: number): ChainId {
  if (isChainId(chainId)) return chainId
  throw new AppError('UnsupportedChainException', `Chain ${chainId} is not supported; use ${chainIdList}.`)
}

requireSupportedChain.errors = ['UnsupportedChainException'] as const satisfies readonly ErrorName[]
