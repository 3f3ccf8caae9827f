import type { components } from '@byname/sdk/openapi'
import { parseOwnerLink } from '../../../../server/src/model/owner-link.ts'

type Branding = components['schemas']['Branding']

/** The branding as fields of a form. */
export interface BrandingDraft {
  readonly title: string
  readonly words: string
  /** `#rrggbb`; empty: the colour of the service. */
  readonly accent: string
  /** `Title https://…`, one a line. */
  readonly links: string
  readonly offersPasskey: boolean
  readonly directory: Branding['directory']
}

export function brandingDraftOf({
  title,
  words,
  accent,
  links,
  offersPasskey,
  directory,
}: Branding): BrandingDraft {
  return {
    title,
    words,
    accent: accent ?? '',
    links: links.map((link) => `${link.title} ${link.url}`).join('\n'),
    offersPasskey,
    directory,
  }
}

/** The last word of a line is the URL; a line of one word is its own title. */
export function parseLinks(text: string): { title: string; url: string }[] {
  return text.split('\n').flatMap((line) => {
    const words = line.trim().split(/\s+/)
    const url = words.pop()
    return url ? [{ title: words.join(' ') || url, url }] : []
  })
}

/** Why links that are typed cannot be saved: the first problem, with its line; undefined: they can. */
export function linksProblem(text: string): string | undefined {
  for (const { title, url } of parseLinks(text)) {
    const link = parseOwnerLink(url)
    if ('problem' in link) return `“${title === url ? url : `${title} ${url}`}” ${link.problem}.`
  }
  return undefined
}

export function toBranding({ title, words, accent, links, offersPasskey, directory }: BrandingDraft) {
  return {
    title: title.trim(),
    words: words.trim(),
    accent: accent.trim() || null,
    links: parseLinks(links),
    offersPasskey,
    directory,
  }
}
