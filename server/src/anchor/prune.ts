import { existsSync, renameSync, rmSync } from 'node:fs'
import { OperatorError } from '../errors.ts'
import { fileName } from '../frozen/file.ts'
import { hashSize } from '../frozen/tree.ts'
import { readHashes } from './changed-files.ts'
import { createChunkedFile, readChunks } from './chunked-files.ts'
import type { AnchorState } from './state.ts'
import type { FileTarget } from './targets/target.ts'

/** Hash, and when it was dropped in milliseconds since 1970. */
const entrySize = hashSize + 8

/** In one run: the others wait for the next one. */
const maxDeleted = 20_000

interface PruneOptions {
  readonly state: AnchorState
  /** What is dropped since then stays. */
  readonly before: number
  readonly signal: AbortSignal
}

/**
 * After a beat: deletes files at a target that no root has named for long. What cannot be deleted is tried again by the next run.
 * Returns how many were deleted.
 */
export async function pruneTarget(
  target: FileTarget,
  { state, before, signal }: PruneOptions,
): Promise<number> {
  const path = state.droppedFile(target.place)
  const known = state.known[target.place]
  const keptPath = `${path}.kept`
  if (!known || !existsSync(path)) return 0
  rmSync(keptPath, { force: true })
  const old = new Set<string>()
  const kept = createChunkedFile(keptPath)
  for (const { name, at, bytes } of readEntries(path)) {
    if (at < before && old.size < maxDeleted) old.add(name)
    else kept.write(bytes)
  }
  kept.close()
  // A name may have got its former records again.
  for (const hash of readHashes(state.treeFile(known.root))) old.delete(fileName(hash))
  try {
    await target.delete([...old], signal)
  } catch (error) {
    if (error instanceof OperatorError) return 0
    throw error
  }
  renameSync(keptPath, path)
  return old.size
}

function* readEntries(path: string) {
  let rest = Buffer.alloc(0)
  for (const chunk of readChunks(path)) {
    const all = Buffer.concat([rest, chunk])
    const end = all.length - (all.length % entrySize)
    for (let start = 0; start < end; start += entrySize) {
      const bytes = all.subarray(start, start + entrySize)
      const name = fileName(bytes.subarray(0, hashSize))
      yield { name, at: Number(bytes.readBigUInt64BE(hashSize)), bytes }
    }
    rest = all.subarray(end)
  }
}
