import { parseDomain } from '../../ens/name.ts'
import { AppError } from '../../errors.ts'
import type { Domain } from '../../model/domain.ts'
import { type FindDomainOptions, findDomain, findDomainById } from '../../store/entities/domains.ts'
import type { CoreContext } from '../context.ts'
import { requireSupportedChain } from '../require-supported-chain.ts'

export async function requireDomain(
  context: CoreContext,
  chainId: number,
  name: string,
  finding?: FindDomainOptions,
): Promise<Domain> {
  const chain = requireSupportedChain(chainId)
  const normalized = parseDomain(name)
  const domain = await findDomain(context.store.db, chain, normalized, finding)
  if (domain) return domain
  throw domainNotFoundError(normalized, chain)
}

/** @throws AppError `EnsNotFound`. */
export async function requireDomainById(context: CoreContext, id: string): Promise<Domain> {
  const domain = await findDomainById(context.store.db, id)
  if (domain) return domain
  throw new AppError('EnsNotFound', `There is no domain ${id}.`)
}

export function assertNotBlocked(domain: Domain): void {
  if (domain.isBlocked) throw domainBlockedError(domain)
}

export function domainNotFoundError(name: string, chainId: number) {
  return new AppError('EnsNotFound', `${name} is not onboarded on chain ${chainId}.`)
}

export function domainBlockedError({ name, chainId }: Domain) {
  return new AppError('DomainBlockedException', `${name} is blocked on chain ${chainId}.`)
}
