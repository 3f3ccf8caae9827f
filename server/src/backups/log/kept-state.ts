import { readFile, rm, writeFile } from 'node:fs/promises'
import { z } from 'zod'
import { stateFile } from './files.ts'
import { Generation, type KeptGeneration } from './generation.ts'
import { PageHashes } from './page-hashes.ts'

const stateSchema = z.strictObject({
  /** As it was given. */
  target: z.string(),
  /** Of age: a generation is decrypted by one identity. */
  recipient: z.string(),
  generation: z.string(),
  head: z.number().int().min(1),
  stateId: z.string(),
  pageSize: z.number(),
  beganAt: z.number(),
  baseBytes: z.number(),
  segmentBytes: z.number(),
})

interface ShippedTo {
  /** As it was given. */
  readonly target: string
  readonly recipient: string
}

/** For the next start, which compares the pages: a line of JSON, then the hashes. */
export async function keepGeneration(
  dataDir: string,
  { target, recipient }: ShippedTo,
  generation: Generation,
): Promise<void> {
  const state: z.infer<typeof stateSchema> = { target, recipient, ...generation.keep() }
  const line = Buffer.from(`${JSON.stringify(state)}\n`)
  await writeFile(stateFile(dataDir), [line, generation.hashes.bytes], { mode: 0o600, flush: true })
}

interface Expected extends ShippedTo {
  readonly pageSize: number
  /** Milliseconds since 1970. */
  readonly now: number
}

/** What the last stop has kept; it is removed, so that none serves twice. Undefined: nothing that can be used. */
export async function takeGeneration(
  dataDir: string,
  { target, recipient, pageSize, now }: Expected,
): Promise<Generation | undefined> {
  const bytes = await readFile(stateFile(dataDir)).catch(() => undefined)
  await rm(stateFile(dataDir), { force: true })
  const end = bytes?.indexOf(10) ?? -1
  if (!bytes || end < 0) return undefined
  const kept = parseState(bytes.toString('utf8', 0, end))
  if (kept?.target !== target || kept.recipient !== recipient || kept.pageSize !== pageSize) return undefined
  return Generation.continue(kept, new PageHashes(bytes.subarray(end + 1)), now)
}

function parseState(text: string): (KeptGeneration & ShippedTo) | undefined {
  try {
    return stateSchema.parse(JSON.parse(text))
  } catch {
    return undefined
  }
}
