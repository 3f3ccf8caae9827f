import type { DomainRef } from '../queries.ts'
import { claimUrl } from './claim-url.ts'

/** HTML of the element for other sites. Within it is a link, for pages on which no script runs. */
export function embedSnippet(ref: DomainRef, attributes: Readonly<Record<string, string>>): string {
  const given = Object.entries({ domain: ref.domain, ...attributes }).map(
    ([name, value]) => ` ${name}="${value}"`,
  )
  return [
    `<script src="${new URL('/embed.js', location.href)}" async></script>`,
    `<byname-claim${given.join('')}>`,
    `  <a href="${claimUrl(ref)}">Claim your name</a>`,
    '</byname-claim>',
  ].join('\n')
}
