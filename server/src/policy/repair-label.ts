import { prototypeOf, skeletonOf } from '../ens/skeleton.ts'
import type { PolicySettings } from '../model/policy.ts'
import { isProfane } from './rules.ts'

/** What of a policy says how a label is written. */
export type LabelShape = Pick<PolicySettings, 'minLength' | 'maxLength' | 'refuseProfanity' | 'blockedParts'>

/** Of a label that is no name (ENSIP-15), in code points. */
const maxCharacters = 63

/** Bound what is done for a text. */
const maxTextLength = 255
const maxWords = 16

/**
 * Ways to write what was typed so that it may be a name: words without the characters between them, in one alphabet, without
 * blocked words, not too long. Best first; whether each is a name, and allowed, is for the caller to check.
 */
export function repairLabel(text: string, shape: LabelShape): readonly string[] {
  const words = wordsOf(text.slice(0, maxTextLength))
  const spellings = [words, inLatin(words), inCyrillic(words), withoutBlocked(words, shape)]
    .filter((found) => found !== undefined)
    .filter((found) => !isRefused(found, shape))
  const most = Math.min(shape.maxLength, maxCharacters)
  return [...new Set(spellings.flatMap((found) => [...shorten(found, most), ...lengthen(found, shape)]))]
}

/** Such words get no variants either, some of which the filter does not know. */
function isRefused(words: readonly string[], { refuseProfanity }: LabelShape): boolean {
  return words.length === 0 || (refuseProfanity && isProfane(words.join('-')))
}

/** Between words; symbols and signs of emoji are kept. */
const separators = /[\p{Z}\p{Cc}\p{P}+<=>^`|~]+/u

function wordsOf(text: string): readonly string[] {
  // Full-width letters have a normal form that is a name; apostrophes stand within words.
  const plain = text.normalize('NFKC').toLowerCase().replace(/['’]/g, '')
  return plain
    .split(separators)
    .filter((word) => word !== '')
    .slice(0, maxWords)
}

/** In a–z and digits, without marks and without what is no letter; absent: a letter has no counterpart. */
function inLatin(words: readonly string[]): readonly string[] | undefined {
  const found = words.map((word) =>
    [...word.normalize('NFD')]
      .map(latinOf)
      .map((letter) => (/^[a-z0-9]+$/.test(letter) ? letter : /[\p{L}\p{N}]/u.test(letter) ? '?' : ''))
      .join(''),
  )
  return found.some((word) => word.includes('?')) ? undefined : found.filter((word) => word !== '')
}

const latinLetters: Readonly<Record<string, string>> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  đ: 'd',
  ł: 'l',
  ı: 'i',
  þ: 'th',
}

function latinOf(letter: string): string {
  if (/[a-z0-9]/.test(letter)) return letter
  return latinLetters[letter] ?? prototypeOf(letter)
}

/** Letters that look like those of the Latin alphabet. */
const cyrillicLetters: Readonly<Record<string, string>> = {
  ...{ a: 'а', c: 'с', e: 'е', o: 'о', p: 'р', x: 'х', y: 'у', k: 'к', m: 'м', t: 'т', h: 'н', b: 'в' },
}

/** Of words that have Cyrillic letters; absent: another letter has no counterpart. */
function inCyrillic(words: readonly string[]): readonly string[] | undefined {
  if (!words.some((word) => /\p{Script=Cyrillic}/u.test(word))) return undefined
  const found = words.map((word) => word.replace(/[a-z]/g, (letter) => cyrillicLetters[letter] ?? letter))
  return found.some((word) => /[a-z]/.test(word)) ? undefined : found
}

/** Profane words are left out; so are blocked parts of the others, and words that look like one. */
function withoutBlocked(
  words: readonly string[],
  { refuseProfanity, blockedParts }: LabelShape,
): readonly string[] {
  const skeletons = blockedParts.map(skeletonOf)
  return words
    .filter((word) => !refuseProfanity || !isProfane(word))
    .map((word) => blockedParts.reduce((rest, part) => rest.replaceAll(part, ''), word))
    .filter((word) => word !== '' && !skeletons.some((part) => skeletonOf(word).includes(part)))
}

/** With and without hyphens; what is longer than `most` is shortened. */
function shorten(words: readonly string[], most: number): readonly string[] {
  const whole = [words.join('-'), words.join('')]
  if (whole.every((label) => [...label].length <= most)) return whole
  const last = words.at(-1) ?? ''
  const first = words[0] ?? ''
  const initial = ([letter = '']: string) => letter
  return [
    ...whole,
    ...(words.length > 1
      ? [`${initial(first)}${last}`, `${first}${initial(last)}`, words.map(initial).join('')]
      : []),
    ...[first, last],
    ...whole.map((label) => beginningOf(label, most)),
    ...whole.map((label) => beginningOf(label, most - 1)),
  ].filter((label) => [...label].length <= most)
}

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' })

/** At most so many code points, no grapheme in parts, without a hyphen at the end. */
function beginningOf(label: string, most: number): string {
  let kept = ''
  for (const { segment } of graphemes.segment(label)) {
    if ([...kept, ...segment].length > most) break
    kept += segment
  }
  return kept.replace(/-+$/, '')
}

const digits = '1234567890'.repeat(7)

/** Filled with digits to the length that is needed. */
function lengthen(words: readonly string[], { minLength }: LabelShape): readonly string[] {
  const label = words.join('')
  const missing = minLength - [...label].length
  return missing > 0 && label !== '' ? [`${label}${digits.slice(0, missing)}`] : []
}
