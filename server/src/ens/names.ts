import { ens_normalize } from '@adraffy/ens-normalize'
import type { Hex } from 'viem'
import { toHex } from '../crypto/hex.ts'
import { keccak256 } from '../crypto/keccak.ts'
import { AppError } from '../errors.ts'

/** In UTF-8 bytes; ENSIP-15 sets no bound. */
export const maxNameBytes = 1024

/** UTF-8 bytes (DNS encoding of ENSIP-10). */
const maxLabelBytes = 255

/** Normalized ASCII: no `--` at the position of Punycode. */
const normalizedAscii = /^(?!..--)[a-z0-9-]+(?:\.(?!..--)[a-z0-9-]+)*$/

/**
 * Normalizes a name (ENSIP-15).
 * @throws InvalidNameException for an empty or overlong name, or one without a normal form.
 */
export function normalizeName(text: string): string {
  if (text === '') throw new AppError('InvalidNameException', 'A name must not be empty.')
  if (Buffer.byteLength(text) > maxNameBytes)
    throw new AppError('InvalidNameException', `A name has at most ${maxNameBytes} bytes in UTF-8.`)
  if (normalizedAscii.test(text)) return text
  try {
    return ens_normalize(text)
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
export function parseDomain(text: string): string {
  const name = normalizeName(text)
  const labels = name.split('.')
  if (labels.length < 2)
    throw new AppError('InvalidNameException', `"${name}" is not a domain: at least two labels are required.`)
  if (labels.some((label) => Buffer.byteLength(label) > maxLabelBytes))
    throw new AppError('InvalidNameException', `A label has at most ${maxLabelBytes} bytes in UTF-8.`)
  return name
}

export function joinName(label: string, domain: string): string {
  return `${label}.${domain}`
}

/** Splits at the first dot; the domain of a top-level name is empty. */
export function splitName(name: string): { label: string; domain: string } {
  const dot = name.indexOf('.')
  return dot === -1 ? { label: name, domain: '' } : { label: name.slice(0, dot), domain: name.slice(dot + 1) }
}

/** Nearest first, without the root: `a.b.eth` has `b.eth` and `eth`. */
export function ancestors(name: string): string[] {
  const { domain } = splitName(name)
  return domain === '' ? [] : [domain, ...ancestors(domain)]
}

/** `characters` in code points, `bytes` in UTF-8. */
export interface LabelLimits {
  readonly characters: number
  readonly bytes: number
}

const labelLimits: LabelLimits = { characters: 63, bytes: maxLabelBytes }

/**
 * Normalizes a single non-empty label (ENSIP-15).
 * @throws InvalidNameException, also beyond the limits.
 */
export function parseLabel(text: string, limits: LabelLimits = labelLimits): string {
  if (text === '') throw new AppError('InvalidNameException', 'A label must not be empty.')
  const label = normalizeName(text)
  if (label.includes('.'))
    throw new AppError('InvalidNameException', `"${text}" is more than one label: it contains a dot.`)
  if (Buffer.byteLength(label) > limits.bytes)
    throw new AppError('InvalidNameException', `A label has at most ${limits.bytes} bytes in UTF-8.`)
  if ([...label].length > limits.characters)
    throw new AppError('InvalidNameException', `A label has at most ${limits.characters} characters.`)
  return label
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

/** In UTF-16; no name is longer. */
const maxSearchChars = 1000

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

export function utf8ByteLength(text: string): number {
  return Buffer.byteLength(text)
}

export function hexByteLength(hex: Hex): number {
  return (hex.length - 2) / 2
}
