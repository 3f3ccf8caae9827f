import type { Hex } from 'viem'
import { AppError } from '../errors.ts'
import { type EnsName, normalizeName } from './names.ts'

/** In UTF-16; no name is longer. */
const maxSearchChars = 1000

/** Without `0x`: fewer would match too many holders, and begin labels such as `0xdao`. */
const minHolderDigits = 4

/** Shorter texts match the beginnings of labels only. */
const substringLength = 3

/** What a search asks for: names whose label or holder matches, in domains that begin with `domain`. */
export interface SearchText {
  /** Part of a label, normalized if possible; `undefined` if the text begins with a dot. */
  readonly label: string | undefined
  /** After the first dot; `undefined` without one. */
  readonly domain: string | undefined
  /** `undefined` for a text that is not an address or its beginning. */
  readonly holder: HolderRange | undefined
  /** The whole text for tags and texts, in NFC, in lower case as far as ASCII; `undefined` for a text that only names a domain. */
  readonly words: string | undefined
}

/** Addresses, both inclusive, lower case. */
export interface HolderRange {
  readonly first: Hex
  readonly last: Hex
}

/** A part of the label; label and domain; the address of the holder; a tag; a text that pages show. */
export type MatchReason = 'label' | 'name' | 'owner' | 'tag' | 'text'

/**
 * Texts that a profile shows, whose values a search looks through (ENSIP-5, ENSIP-18). The index has them from migration `0036-text-index`
 * on: a further one needs a migration that fills it anew.
 */
export const searchedTextKeys: readonly string[] = [
  'name',
  'description',
  'url',
  'email',
  'com.twitter',
  'com.github',
  'org.telegram',
  'com.discord',
  'xyz.farcaster',
  'com.linkedin',
  'location',
]

/**
 * Parses `<part of a label>`, `<part of a label>.<beginning of a domain>`, an address, or its beginning from `0x` and four
 * digits on, which may begin a label too. The whole is a part of a tag or a text, too. Surrounding white space is ignored.
 * @throws AppError `BadRequestException` for a text that is longer than any name.
 */
export function parseSearchText(text: string): SearchText {
  const trimmed = text.trim()
  const [label, ...domain] = normalizeSearchText(trimmed === '' ? text : trimmed).split('.')
  return {
    label: label || undefined,
    domain: domain.join('.') || undefined,
    holder: parseHolder(trimmed),
    words: trimmed === '' || trimmed.startsWith('.') ? undefined : foldText(trimmed),
  }
}

/** In NFC, with the letters of ASCII in lower case, which both databases do alike. */
function foldText(text: string): string {
  return foldAscii(text.normalize('NFC'))
}

function foldAscii(text: string): string {
  return text.replace(/[A-Z]+/g, (letters) => letters.toLowerCase())
}

function parseHolder(text: string): HolderRange | undefined {
  const digits = /^0x([\da-f]{1,40})$/i.exec(text)?.[1]?.toLowerCase()
  return digits === undefined || digits.length < minHolderDigits ? undefined : holderRange(digits)
}

/** Without the zero address, which is the holder of names that have none. `digits`: lower case, 40 at most. */
export function holderRange(digits: string): HolderRange {
  const first = digits.padEnd(40, '0')
  return {
    first: `0x${/^0+$/.test(first) ? '1'.padStart(40, '0') : first}`,
    last: `0x${digits.padEnd(40, 'f')}`,
  }
}

/** The complete name that a text is, normalized; `undefined` for a text without a normal form, a dot, or two letters behind it. */
export function parseSearchedName(text: string): EnsName | undefined {
  const trimmed = text.trim()
  if (!/[^.]\.[^.]{2,}$/.test(trimmed)) return undefined
  try {
    return normalizeName(trimmed)
  } catch {
    return undefined
  }
}

/** Whether a text is long enough to match anywhere in a label. */
export function supportsSubstringSearch(text: string): boolean {
  return [...text].length >= substringLength
}

interface SearchedName {
  readonly label: string
  readonly domainName: string
  readonly holder: Hex
  readonly texts: readonly { readonly key: string; readonly value: string }[]
  /** Of its owner, folded; empty where the reader may not see them. */
  readonly tags: readonly string[]
}

/** Why a name is found; null if it is not. A name that matches in several ways has the first of them. */
export function matchReason(searchText: SearchText, name: SearchedName): MatchReason | null {
  const { words } = searchText
  const ofLabel = matchReasonOfLabel(searchText, name)
  if (ofLabel !== null || words === undefined) return ofLabel
  if (name.tags.some((tag) => matchesTag(tag, words))) return 'tag'
  return name.texts.some((text) => matchesText(text, words)) ? 'text' : null
}

function matchReasonOfLabel(
  { label: text, domain, holder: holders }: SearchText,
  { label, domainName, holder }: SearchedName,
): MatchReason | null {
  if (!domainName.startsWith(domain ?? '')) return null
  const isLike =
    text !== undefined && (supportsSubstringSearch(text) ? label.includes(text) : label.startsWith(text))
  if (isLike || (text === undefined && domain !== undefined)) return domain === undefined ? 'label' : 'name'
  return holders && isInHolderRange(holder, holders) ? 'owner' : null
}

/** As labels match: short texts match the beginning. Both folded, the tag without any case. */
export function matchesTag(tag: string, words: string): boolean {
  const folded = words.toLowerCase().normalize('NFC')
  return supportsSubstringSearch(folded) ? tag.includes(folded) : tag.startsWith(folded)
}

/** Anywhere in the value of a text that is searched; short texts match none. */
function matchesText({ key, value }: SearchedName['texts'][number], words: string): boolean {
  return supportsSubstringSearch(words) && searchedTextKeys.includes(key) && foldAscii(value).includes(words)
}

/** `holder`: lower case. */
function isInHolderRange(holder: Hex, { first, last }: HolderRange): boolean {
  return holder >= first && holder <= last
}

/**
 * Normalizes (ENSIP-15) or, for parts of labels without a normal form, lower-cases each label.
 * @throws AppError `BadRequestException` for a text that is longer than any name.
 */
export function normalizeSearchText(text: string): string {
  if (text.length > maxSearchChars)
    throw new AppError('BadRequestException', `A search text has at most ${maxSearchChars} characters.`)
  return text.split('.').map(normalizeSearchLabel).join('.')
}

function normalizeSearchLabel(text: string): string {
  try {
    return normalizeName(text)
  } catch {
    return text.normalize('NFC').toLowerCase()
  }
}
