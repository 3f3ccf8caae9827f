import { ens_normalize } from '@adraffy/ens-normalize'
import { AppError } from '../errors.ts'

/** Maximum length of a name in UTF-8 bytes; ENSIP-15 itself sets no bound. */
export const maxNameBytes = 1024

/** Maximum length of a label in the DNS encoding of ENSIP-10, in UTF-8 bytes. */
export const maxLabelBytes = 255

/** Names that are their own normal form: labels of ASCII, without `--` at the position of Punycode. */
const normalizedAscii = /^(?!..--)[a-z0-9-]+(?:\.(?!..--)[a-z0-9-]+)*$/

/**
 * Normalizes a name by ENSIP-15. Reads and writes accept every spelling that this accepts.
 *
 * @throws InvalidNameException for an empty or overlong name and for one without a normal form.
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
 * Normalizes the name of a domain in any spelling: a normal form (ENSIP-15) of at least two labels, each short enough for
 * ENSIP-10.
 *
 * @returns the normal form.
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

/** Splits a name at its first dot. The domain of a top-level name is the empty string (the root). */
export function splitName(name: string): { label: string; domain: string } {
  const dot = name.indexOf('.')
  return dot === -1 ? { label: name, domain: '' } : { label: name.slice(0, dot), domain: name.slice(dot + 1) }
}

/** Lists the names above a name, nearest first, without the root: `a.b.eth` has `b.eth` and `eth`. */
export function ancestors(name: string): string[] {
  const { domain } = splitName(name)
  return domain === '' ? [] : [domain, ...ancestors(domain)]
}
