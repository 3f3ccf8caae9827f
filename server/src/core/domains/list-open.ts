import type { ErrorName } from '../../errors.ts'
import { claimsStateOf } from '../../policy/claims-state.ts'
import { listOpenDomains } from '../../store/listing/open-domains.ts'
import type { CoreContext } from '../context.ts'
import { decodeCursor, encodeCursor, readKeyPosition } from '../cursor.ts'
import { requireSupportedChain } from '../require-supported-chain.ts'
import { type DomainPage, toDomainPage } from './page.ts'

interface ListOpenDomains {
  /** Absent: every chain. */
  readonly chainId?: number | undefined
  /** Cursor of the previous page; absent: the first page. */
  readonly after?: string | undefined
  readonly limit: number
}

export interface OpenDomainPage {
  readonly domains: readonly DomainPage[]
  /** Cursor; absent on the last page. */
  readonly next: string | undefined
}

/** Domains whose names can be claimed, now or later, oldest first. */
export async function listDomainsWithOpenClaims(
  context: CoreContext,
  { chainId, after, limit }: ListOpenDomains,
): Promise<OpenDomainPage> {
  if (chainId !== undefined) requireSupportedChain(chainId)
  const list = ['open-domains', chainId ?? null]
  const position = after === undefined ? 0 : readKeyPosition(decodeCursor(list, after))
  const found = await listOpenDomains(context.store.replica, { chainId, after: position, limit: limit + 1 })
  const shown = found.slice(0, limit)
  const last = shown.at(-1)
  const now = context.clock()
  return {
    domains: shown
      .filter(({ policy }) => claimsStateOf(policy, now) !== 'over')
      .map(({ domain, policy }) => toDomainPage(domain, policy, now)),
    next: found.length > limit && last ? encodeCursor(list, [last.domain.key]) : undefined,
  }
}

listDomainsWithOpenClaims.errors = [
  ...requireSupportedChain.errors,
  ...decodeCursor.errors,
] as const satisfies readonly ErrorName[]
