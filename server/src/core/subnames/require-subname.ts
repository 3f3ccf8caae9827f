import { normalizeName, splitName } from '../../ens/name.ts'
import { AppError } from '../../errors.ts'
import { findDomainLabel } from '../../store/entities/domain-label.ts'
import type { CoreContext } from '../context.ts'
import { requireSupportedChain } from '../require-supported-chain.ts'
import type { SubnameDetails } from './subname-details.ts'

/** Includes blocked domains. */
export async function requireSubname(
  context: CoreContext,
  chainId: number,
  name: string,
): Promise<SubnameDetails> {
  const chain = requireSupportedChain(chainId)
  const normalized = normalizeName(name)
  const found = await findDomainLabel(context.store.db, { chainId: chain, ...splitName(normalized) })
  if (found?.subname) return { ...found, subname: found.subname }
  throw subnameNotFoundError(normalized, chain)
}

export function subnameNotFoundError(name: string, chainId: number) {
  return new AppError('SubnameNotFoundException', `${name} does not exist on chain ${chainId}.`)
}
