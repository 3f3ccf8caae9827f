import { AppError } from '../../errors.ts'
import type { Look, LookChanges, LookLink } from '../../model/look.ts'
import { groundContrast, minContrast } from './contrast.ts'

export const lookLimits = { title: 80, words: 2000, links: 10, linkTitle: 80, url: 2000 } as const

/** Controls other than line feeds, and the marks by which text can show in another order than it has. */
const hiddenCharacters = /[^\P{Cc}\n]|[\u200e\u200f\u061c\u202a-\u202e\u2066-\u2069]/u

/** Fields of `changes` replace those of `look`, links as a whole. */
export function changeLook(look: Look, changes: LookChanges): Look {
  const { accent, title, words, links } = changes
  return {
    accent: accent === undefined ? look.accent : accent && parseAccent(accent),
    title: title === undefined ? look.title : parseText('look.title', title, lookLimits.title),
    words:
      words === undefined ? look.words : parseText('look.words', words, lookLimits.words, { isLong: true }),
    links: links === undefined ? look.links : parseLinks(links),
  }
}

function parseAccent(text: string): string {
  const accent = text.toLowerCase()
  if (!/^#[0-9a-f]{6}$/.test(accent)) throw invalid('look.accent', 'is not a colour such as #1a56db')
  const ratio = groundContrast(accent)
  if (ratio >= minContrast) return accent
  throw invalid(
    'look.accent',
    `has a contrast of ${Math.floor(ratio * 100) / 100}:1 on the light and the dark page, and needs ${minContrast}:1 on ` +
      'one of them: use a darker or a lighter colour',
  )
}

/** Trimmed; the characters are code points. */
function parseText(field: string, text: string, maxCharacters: number, { isLong = false } = {}): string {
  const trimmed = text.replaceAll('\r\n', '\n').trim()
  if (hiddenCharacters.test(trimmed) || (!isLong && trimmed.includes('\n')))
    throw invalid(field, 'holds control characters')
  if ([...trimmed].length > maxCharacters) throw invalid(field, `has more than ${maxCharacters} characters`)
  return trimmed
}

function parseLinks(links: readonly LookLink[]): readonly LookLink[] {
  if (links.length > lookLimits.links) throw invalid('look.links', `has more than ${lookLimits.links} links`)
  return links.map(({ title, url }, index) => {
    const field = `look.links.${index}`
    const parsedTitle = parseText(`${field}.title`, title, lookLimits.linkTitle)
    if (parsedTitle === '') throw invalid(`${field}.title`, 'is empty')
    return { title: parsedTitle, url: parseLinkUrl(`${field}.url`, url) }
  })
}

function parseLinkUrl(field: string, text: string): string {
  const url = URL.parse(text)
  if (!url || !['https:', 'http:'].includes(url.protocol)) throw invalid(field, 'is not an http(s) URL')
  if (url.username || url.password) throw invalid(field, 'has credentials in it')
  if (url.href.length > lookLimits.url) throw invalid(field, `has more than ${lookLimits.url} characters`)
  return url.href
}

function invalid(field: string, problem: string): AppError {
  return new AppError('BadRequestException', `${field}: ${problem}.`)
}
