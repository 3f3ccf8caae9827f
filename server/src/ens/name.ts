import { ens_normalize } from '@adraffy/ens-normalize'
import { AppError } from '../errors.ts'

/** In UTF-8 bytes; ENSIP-15 sets no bound. */
export const maxNameBytes = 1024

/** UTF-8 bytes (DNS encoding of ENSIP-10). */
export const maxLabelBytes = 255

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
    const reason = cause instanceof Error ? cause.message.replaceAll('\u200e', '') : String(cause)
    throw new AppError('InvalidNameException', `"${text}" is not a valid ENS name: ${reason}.`, { cause })
  }
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
