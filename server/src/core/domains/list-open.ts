import { claimsStateOf } from '../../policy/claims-state.ts'
import { listOpenDomains, type OpenDomain } from '../../store/listing/open-domains.ts'
import type { CoreContext } from '../context.ts'
import { type CursorPage, type CursorRequest, readPage } from '../cursor.ts'
import { requireSupportedChain } from '../require-supported-chain.ts'
import { type DomainPage, toDomainPage } from './page.ts'

interface ListOpenDomains extends CursorRequest {
  /** Absent: every chain. */
  readonly chainId?: number | undefined
}

/** Domains whose names can be claimed, now or later, oldest first. */
export async function listDomainsWithOpenClaims(
  context: CoreContext,
  { chainId, ...request }: ListOpenDomains,
): Promise<CursorPage<DomainPage>> {
  if (chainId !== undefined) requireSupportedChain(chainId)
  const list = {
    list: ['open-domains', chainId ?? null],
    positionOf: ({ domain }: OpenDomain) => domain.key,
    read: (after: number | undefined, limit: number) =>
      listOpenDomains(context.store.replica, { chainId, after: after ?? 0, limit }),
  }
  const { items, next } = await readPage(context, list, request)
  const now = context.clock()
  return {
    items: items
      .filter(({ policy }) => claimsStateOf(policy, now) !== 'over')
      .map(({ domain, policy }) => toDomainPage(domain, policy, now)),
    next,
  }
}
