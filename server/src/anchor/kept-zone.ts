import { z } from 'zod'
import { isHexBytes } from '../crypto/hex.ts'
import { readParts } from './chunked-files.ts'

const count = z.int().min(0)

/** Of a file in the data folder. */
export const keptZoneSchema = z.object({
  root: z.string().refine((root) => isHexBytes(root) && root.length === 66),
  depth: count,
  names: count,
  records: count,
  bytes: count,
  domainId: z.string(),
  /** The newest event whose change it has. */
  event: z.object({ sequence: count, digest: z.string() }),
  /** When all names were read last; milliseconds since 1970. */
  readAllAt: z.number(),
})

/** All entries of the zone of the last run, kept in the data folder so that the next one reads only what has changed. */
export type KeptZone = z.infer<typeof keptZoneSchema>

/** After so long all names are read again, whatever has changed. */
export const readAllAfterMs = 7 * 86_400_000

/** What is kept is not that zone, or cannot be brought up to date: all names are read. */
export class StaleZoneError extends Error {
  override readonly name = 'StaleZoneError'
}

const lengthSize = 4

/** What is before a bucket in the file. */
export function lengthBefore(content: Uint8Array): Buffer {
  const length = Buffer.alloc(lengthSize)
  length.writeUInt32BE(content.length)
  return length
}

/** Each is valid until the next one is read. A truncated one is missing. */
export function* readKeptBuckets(path: string): Generator<Buffer, undefined> {
  const contentBytes = (bytes: Buffer, start: number) => bytes.readUInt32BE(start)
  for (const part of readParts(path, { headerBytes: lengthSize, contentBytes }))
    yield part.subarray(lengthSize)
}
