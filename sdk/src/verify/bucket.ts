import { areEqual, Reader } from './bytes.ts'
import type { RefusalReason } from './refusal.ts'

/**
 * Of a node in a bucket, whose entries are a node (32), a length (4) and a content of it, in the order of the nodes;
 * undefined when the bucket does not have it.
 * @throws Refused with the reason when an entry before it, or itself, leads outside.
 */
export function findEntry(
  bucket: Uint8Array,
  node: Uint8Array,
  reason: RefusalReason,
): Uint8Array | undefined {
  const reader = new Reader(bucket, reason)
  while (reader.left > 0) {
    const [found, content] = [reader.take(32), reader.take(reader.number(4))]
    if (areEqual(found, node)) return content
  }
  return undefined
}
