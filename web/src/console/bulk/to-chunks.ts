import type { BatchItem } from '../queries.ts'

const itemsPerChunk = 500

/** Of JSON; 512 KiB is the limit of a body, and a character has up to three bytes. */
export const maxChunkChars = 150_000

/** Items of a request each: not so many that its progress cannot be seen, and within the limit of a body. */
export function toChunks(items: readonly BatchItem[]): readonly (readonly BatchItem[])[] {
  const chunks: BatchItem[][] = []
  let chunk: BatchItem[] = []
  let chars = 0
  for (const item of items) {
    const size = JSON.stringify(item).length
    if (chunk.length === itemsPerChunk || (chunk.length > 0 && chars + size > maxChunkChars)) {
      chunks.push(chunk)
      chunk = []
      chars = 0
    }
    chunk.push(item)
    chars += size
  }
  if (chunk.length > 0) chunks.push(chunk)
  return chunks
}
