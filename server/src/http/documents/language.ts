import type { IncomingHttpHeaders } from 'node:http'
import Negotiator from 'negotiator'

/** Written by `web/src/ui/LanguageSwitch.tsx`. */
const cookie = /(?:^|;\s*)lang=([\w-]+)(?:;|$)/

/** What browsers send is shorter. */
const maxHeaderLength = 500

interface LanguageRequest {
  readonly headers: IncomingHttpHeaders
  readonly query: unknown
}

/**
 * Of a document: that of `?lang=`, else the one that was chosen before, else by `Accept-Language` (RFC 9110 §12.5.4). `languages`: the
 * first is for visitors who accept none of them, or all alike.
 */
export function chooseLanguage({ headers, query }: LanguageRequest, languages: readonly string[]): string {
  const asked = typeof query === 'object' && query !== null && 'lang' in query ? query.lang : undefined
  const chosen = [asked, cookie.exec(headers.cookie ?? '')?.[1]].find(
    (language) => typeof language === 'string' && languages.includes(language),
  )
  if (typeof chosen === 'string') return chosen
  const accepted = headers['accept-language']
  const [fallback = 'en'] = languages
  if (!accepted || accepted.length > maxHeaderLength) return fallback
  const negotiator = new Negotiator({ headers: { 'accept-language': accepted } })
  return negotiator.language([...languages]) ?? fallback
}
