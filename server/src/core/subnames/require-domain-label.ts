import { parseLabel } from '../../ens/label.ts'
import { parseDomain } from '../../ens/name.ts'
import { type DomainLabel, findDomainLabel } from '../../store/entities/domain-label.ts'
import type { CoreContext } from '../context.ts'
import { domainNotFoundError } from '../domains/require-domain.ts'
import { requireSupportedChain } from '../require-supported-chain.ts'

/** The label may be free. Includes blocked domains. */
export async function requireDomainLabel(
  { store, rules }: CoreContext,
  input: { readonly chainId: number; readonly domain: string; readonly label: string },
): Promise<DomainLabel> {
  const label = parseLabel(input.label, rules.limits.label)
  const chainId = requireSupportedChain(input.chainId)
  const domain = parseDomain(input.domain)
  const found = await findDomainLabel(store.db, { chainId, domain, label })
  if (found) return found
  throw domainNotFoundError(domain, chainId)
}
