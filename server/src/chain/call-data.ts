import type { Hex } from 'viem'

/*
 * Writes call data as text. Reading a name takes some fifty calls, and viem's coder took a quarter of the reader's time
 * for them; here they are put together from text that is hex already. Nothing is checked.
 */

const wordDigits = 64

/** A number as a word of 32 bytes, without `0x`. */
export const word = (value: number): string => value.toString(16).padStart(wordDigits, '0')

/** `bytes` where they stand in the tail: their length, and themselves in whole words. Both without `0x`. */
export function bytesTail(hex: string): string {
  const digits = Math.ceil(hex.length / wordDigits) * wordDigits
  return word(hex.length / 2) + hex.padEnd(digits, '0')
}

/** `string` where it stands in the tail. */
export const textTail = (text: string): string => bytesTail(Buffer.from(text).toString('hex'))

/** `bytes[]` where it stands in the tail. */
export function bytesListTail(items: readonly Hex[]): string {
  const tails = items.map((item) => bytesTail(item.slice(2)))
  return word(items.length) + withOffsets(tails)
}

/** Values that stand in the tail, behind an offset to each of them. */
export function withOffsets(tails: readonly string[]): string {
  let at = tails.length * 32
  const offsets = tails.map((tail) => {
    const offset = word(at)
    at += tail.length / 2
    return offset
  })
  return offsets.join('') + tails.join('')
}
