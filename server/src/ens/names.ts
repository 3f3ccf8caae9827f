import { ens_normalize } from '@adraffy/ens-normalize'
import { keccak256 } from '@byname/keccak'
import type { Hex } from 'viem'
import { toHex } from '../crypto/hex.ts'
import { AppError } from '../errors.ts'

declare const form: unique symbol

/** In the normal form of ENSIP-15, with at most 1,024 bytes in UTF-8; the empty one is the root. */
export type EnsName = string & { readonly [form]: 'name' | 'label' }

/** A single one, with at most 255 bytes in UTF-8. */
export type Label = string & { readonly [form]: 'label' }

/** Of the database. Safe: names and labels are parsed before they are stored. */
export const storedName = (text: string) => text as EnsName
export const storedLabel = (text: string) => text as Label

/** In UTF-8 bytes; ENSIP-15 sets no bound. */
export const maxNameBytes = 1024

/** In UTF-8 (DNS encoding of ENSIP-10). */
const maxLabelBytes = 255

/** Normalized ASCII: no `--` at the position of Punycode. */
const normalizedAscii = /^(?!..--)[a-z0-9-]+(?:\.(?!..--)[a-z0-9-]+)*$/

/**
 * Normalizes a name (ENSIP-15).
 * @throws InvalidNameException for an empty or overlong name, or one without a normal form.
 */
export function normalizeName(text: string): EnsName {
  if (text === '') throw new AppError('InvalidNameException', 'A name must not be empty.')
  if (Buffer.byteLength(text) > maxNameBytes)
    throw new AppError('InvalidNameException', `A name has at most ${maxNameBytes} bytes in UTF-8.`)
  // Safe: the pattern allows nothing that normalization changes.
  if (normalizedAscii.test(text)) return text as EnsName
  try {
    // Safe: its result is in the normal form.
    return ens_normalize(text) as EnsName
  } catch (cause) {
    const reason =
      cause instanceof Error ? inPlainWords(cause.message.replaceAll('\u200e', '')) : String(cause)
    throw new AppError('InvalidNameException', `"${text}" is not a valid ENS name: ${reason}.`, { cause })
  }
}

/** Of a character that is not allowed, the library has the code: `" " {20}`. */
function inPlainWords(reason: string): string {
  return reason.replace(/disallowed character: .*\{([0-9A-F]{1,6})\}/s, (_, code: string) => {
    const character = String.fromCodePoint(Number.parseInt(code, 16))
    if (character === ' ') return 'disallowed character: a space'
    const shown = /[\p{Z}\p{C}\p{Default_Ignorable_Code_Point}]/u.test(character)
      ? `U+${code.padStart(4, '0')}, which cannot be seen`
      : `"${character}"`
    return `disallowed character: ${shown}`
  })
}

/**
 * Normalizes a domain (ENSIP-15) of at least two labels.
 * @throws InvalidNameException
 */
export function parseDomain(text: string): EnsName {
  const name = normalizeName(text)
  const labels = name.split('.')
  if (labels.length < 2)
    throw new AppError('InvalidNameException', `"${name}" is not a domain: at least two labels are required.`)
  if (labels.some((label) => Buffer.byteLength(label) > maxLabelBytes))
    throw new AppError('InvalidNameException', `A label has at most ${maxLabelBytes} bytes in UTF-8.`)
  return name
}

/** `label` may be several. */
export function joinName(label: EnsName, domain: EnsName): EnsName {
  // Safe: labels are normalized each by itself.
  return `${label}.${domain}` as EnsName
}

/** Splits at the first dot; the domain of a top-level name is the root. Safe as `joinName`. */
export function splitName(name: EnsName): { label: Label; domain: EnsName } {
  return splitAtDot(name) as { label: Label; domain: EnsName }
}

/** As `splitName`, of a text that may not be normalized. */
export function splitAtDot(text: string): { label: string; domain: string } {
  const dot = text.indexOf('.')
  return dot === -1 ? { label: text, domain: '' } : { label: text.slice(0, dot), domain: text.slice(dot + 1) }
}

/** Nearest first, without the root: `a.b.eth` has `b.eth` and `eth`. */
export function ancestors(name: string): string[] {
  const { domain } = splitAtDot(name)
  return domain === '' ? [] : [domain, ...ancestors(domain)]
}

export function isLabel(name: EnsName): name is Label {
  return !name.includes('.')
}

/** Code points, which have at most 252 bytes in UTF-8: a label fits in the DNS encoding of ENSIP-10. */
const maxLabelCharacters = 63

/** Normalizes a single non-empty label (ENSIP-15), of a name that exists. @throws InvalidNameException */
export function parseLabel(text: string): Label {
  if (text === '') throw new AppError('InvalidNameException', 'A label must not be empty.')
  const label = normalizeName(text)
  if (isLabel(label)) return label
  throw new AppError('InvalidNameException', `"${text}" is more than one label: it contains a dot.`)
}

/** As `parseLabel`, of a new name. @throws InvalidNameException, also for more than 63 characters. */
export function parseNewLabel(text: string): Label {
  const label = parseLabel(text)
  if ([...label].length > maxLabelCharacters)
    throw new AppError('InvalidNameException', `A label has at most ${maxLabelCharacters} characters.`)
  return label
}

/** A new label as a person typed it. */
export type TypedLabel = { readonly text: string } & (
  | { readonly label: Label }
  /** `isTooLong`: it has a normal form, of more than 63 characters. */
  | { readonly problem: AppError; readonly isTooLong: boolean }
)

/** Of a label that `parseNewLabel` rejects, why; the caller decides whether to throw it. */
export function readTypedLabel(text: string): TypedLabel {
  try {
    return { text, label: parseNewLabel(text) }
  } catch (problem) {
    if (!(problem instanceof AppError)) throw problem
    return { text, problem, isTooLong: isNormalizable(text) }
  }
}

function isNormalizable(text: string): boolean {
  try {
    return parseLabel(text) !== ''
  } catch {
    return false
  }
}

/** Splits at the first dot. @throws InvalidNameException for a domain that is missing or has no normal form */
export function readTypedName(text: string): { readonly typed: TypedLabel; readonly domain: EnsName } {
  const { label, domain } = splitAtDot(text)
  if (domain === '')
    throw new AppError('InvalidNameException', `"${text}" is a label alone: its domain is missing.`)
  return { typed: readTypedLabel(label), domain: normalizeName(domain) }
}

/** Root node (ENSIP-1). */
const rootNode = new Uint8Array(32)

/** In place of a label that is too long or not known: `[`, its hash as 64 hex digits, `]`. No normalized label looks so. */
const encodedHash = /^\[([0-9a-fA-F]{64})\]$/

function labelHash(label: string): Uint8Array {
  const hash = label.startsWith('[') ? encodedHash.exec(label)?.[1] : undefined
  return hash === undefined ? keccak256(Buffer.from(label)) : Buffer.from(hash, 'hex')
}

/** ENSIP-1. */
export function childNode(parent: Uint8Array, label: string): Uint8Array {
  const pair = new Uint8Array(64)
  pair.set(parent)
  pair.set(labelHash(label), 32)
  return keccak256(pair)
}

/** ENSIP-1: 32 bytes. The name must be normalized; the empty string is the root. */
export function namehash(name: string): Uint8Array {
  return name === '' ? rootNode : name.split('.').reduceRight(childNode, rootNode)
}

/** ENSIP-10; the empty string is the root. An overlong label becomes its hash in brackets, as in ENS. */
export function dnsEncode(name: string): Hex {
  return toHex(Buffer.concat([...(name === '' ? [] : name.split('.').map(encodeLabel)), Buffer.of(0)]))
}

function encodeLabel(label: string): Buffer {
  const bytes = Buffer.from(label)
  if (bytes.length > maxLabelBytes) return encodeLabel(`[${toHex(keccak256(bytes)).slice(2)}]`)
  return Buffer.concat([Buffer.of(bytes.length), bytes])
}
