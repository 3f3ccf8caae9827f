import type { DomainRef } from '../queries.ts'

/** Of the claim page, for its visitors; absolute. */
export function claimUrl({ domain, chainId }: DomainRef): string {
  const url = new URL(`/claim/${encodeURIComponent(domain)}`, location.href)
  if (chainId !== 1) url.searchParams.set('chainId', `${chainId}`)
  return url.href
}

/** HTML of a link that looks like a button on any site. */
export function claimSnippet(ref: DomainRef): string {
  const style =
    'display:inline-block;padding:.7em 1.2em;border-radius:.6em;background:#111;color:#fff;text-decoration:none'
  return `<a href="${claimUrl(ref)}" style="${style}">Get your ${ref.domain} name</a>`
}
