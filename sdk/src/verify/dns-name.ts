import { concat, keccak, Reader, utf8 } from './bytes.ts'
import { assertHolds } from './refusal.ts'

/** ENSIP-10: each label with its length before it, and a zero byte at the end. The name is normalized. */
export function encodeName(name: string): Uint8Array {
  const labels = name === '' ? [] : name.split('.').map((label) => utf8(label))
  for (const label of labels)
    if (label.length === 0 || label.length > 255)
      throw new TypeError(`"${name.slice(0, 80)}" has a label that is empty or longer than 255 bytes.`)
  return concat(...labels.flatMap((label) => [Uint8Array.of(label.length), label]), Uint8Array.of(0))
}

/**
 * Namehash (ENSIP-1) of a name in wire form.
 * @throws Refused `InvalidName` for other bytes.
 */
export function nodeOf(wire: Uint8Array): Uint8Array {
  const reader = new Reader(wire, 'InvalidName')
  const labels: Uint8Array[] = []
  for (let length = reader.number(1); length > 0; length = reader.number(1)) labels.push(reader.take(length))
  reader.end()
  assertHolds(wire.length <= 4096, 'InvalidName', 'A name has at most 4,096 bytes here.')
  return labels.reduceRight((node, label) => keccak(node, keccak(label)), new Uint8Array(32))
}
