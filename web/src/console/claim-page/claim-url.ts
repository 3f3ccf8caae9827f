import type { DomainRef } from '../queries.ts'

/** Of the claim page, for its visitors; absolute. */
export function claimUrl({ domain, chainId }: DomainRef): string {
  return urlOfPage('claim', domain, chainId)
}

/** Of the list of its members; absolute. */
export function directoryUrl({ domain, chainId }: DomainRef): string {
  return urlOfPage('directory', domain, chainId)
}

function urlOfPage(page: string, domain: string, chainId: number): string {
  const url = new URL(`/${page}/${encodeURIComponent(domain)}`, location.href)
  if (chainId !== 1) url.searchParams.set('chainId', `${chainId}`)
  return url.href
}
