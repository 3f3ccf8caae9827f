/** Of JSON; 512 KiB is the limit of a body, and a character has up to three bytes. */
export const maxChunkChars = 150_000

/** Why an item alone is larger than a body. */
export const tooLargeForChunk = 'Its records are larger than those of a name may be.'

interface ChunkOptions<Item> {
  readonly maxItems: number
  /** In characters of JSON. */
  readonly sizeOf: (item: Item) => number
}

/** Items of a request each, within the limit of a body. */
export function toChunks<Item>(
  items: readonly Item[],
  { maxItems, sizeOf }: ChunkOptions<Item>,
): readonly (readonly Item[])[] {
  const chunks: Item[][] = []
  let chunk: Item[] = []
  let chars = 0
  for (const item of items) {
    const size = sizeOf(item)
    if (chunk.length === maxItems || (chunk.length > 0 && chars + size > maxChunkChars)) {
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
