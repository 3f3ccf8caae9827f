import { normalizeName, splitName } from '../../ens/name.ts'
import { AppError, type ErrorName } from '../../errors.ts'
import type { Domain } from '../../model/domain.ts'
import type { Subname } from '../../model/subname.ts'
import { findDomain } from '../../store/entities/domains.ts'
import { findSubname } from '../../store/entities/subnames.ts'
import type { CoreContext } from '../context.ts'
import { requireSupportedChain } from '../require-supported-chain.ts'

/**
 * The subname called `name` (in any form that normalizes) on a chain, with its domain. A blocked domain is still found;
 * the operation decides what that means.
 */
export async function requireSubname(
  context: CoreContext,
  chainId: number,
  name: string,
): Promise<{ subname: Subname; domain: Domain }> {
  const chain = requireSupportedChain(chainId)
  const normalized = normalizeName(name)
  const domain = await findDomain(context.store.db, chain, splitName(normalized).domain)
  const subname = domain && (await findSubname(context.store.db, chain, normalized))
  if (domain && subname) return { domain, subname }
  throw new AppError('SubnameNotFoundException', `${normalized} does not exist on chain ${chain}.`)
}

requireSubname.errors = [
  ...requireSupportedChain.errors,
  'InvalidNameException',
  'SubnameNotFoundException',
] as const satisfies readonly ErrorName[]
