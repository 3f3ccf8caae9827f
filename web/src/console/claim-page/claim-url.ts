import type { DomainRef } from '../queries.ts'

/** Of the claim page, for its visitors; absolute. */
export function claimUrl({ domain, chainId }: DomainRef): string {
  const url = new URL(`/claim/${encodeURIComponent(domain)}`, location.href)
  if (chainId !== 1) url.searchParams.set('chainId', `${chainId}`)
  return url.href
}
