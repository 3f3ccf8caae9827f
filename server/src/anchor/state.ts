import { createHash } from 'node:crypto'
import { mkdir, readdir, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { isHexBytes } from '../crypto/hex.ts'
import type { Domain } from '../model/domain.ts'
import { readRegularFile } from '../regular-file.ts'

/** What a place of files is known to have. */
export interface KnownZone {
  readonly root: string
  readonly depth: number
}

/** By place. */
type KnownZones = Readonly<Record<string, KnownZone>>

const stateSchema = z.record(
  z.string(),
  z.object({ root: z.string().refine((root) => isHexBytes(root) && root.length === 66), depth: z.int() }),
)

const maxStateBytes = 65_536

/**
 * In the data folder: which files are at each place. It saves work and decides nothing: where it is missing, all files are put again.
 */
export interface AnchorState {
  /** Empty; its former content is what a run left that was killed. */
  readonly work: string
  /** As it was saved last. */
  readonly known: KnownZones
  /** The hashes of all files of a root, in the order in which they are built. */
  readonly treeFile: (root: string) => string
  /** Hashes that a place has and no root names any more. */
  readonly droppedFile: (place: string) => string
  /** Keeps the trees that are named, and no other. */
  readonly save: (known: KnownZones) => Promise<void>
  readonly clear: () => Promise<void>
}

/** For the run that has the lease. */
export async function openState(
  dataDir: string,
  { chainId, node }: Pick<Domain, 'chainId' | 'node'>,
): Promise<AnchorState> {
  const folder = join(dataDir, 'anchor', `${chainId}-${node.slice(2)}`)
  const work = join(folder, 'work')
  const stateFile = join(folder, 'places.json')
  await rm(work, { recursive: true, force: true })
  await mkdir(work, { recursive: true, mode: 0o700 })
  const treeFile = (root: string) => join(folder, `tree-${root.slice(2)}`)
  let known = readKnown(stateFile)
  return {
    work,
    get known() {
      return known
    },
    treeFile,
    droppedFile: (place) => join(folder, `dropped-${createHash('sha256').update(place).digest('hex')}`),
    save: async (next) => {
      const partial = join(work, 'places.json')
      await writeFile(partial, JSON.stringify(next), { flush: true })
      await rename(partial, stateFile)
      known = next
      const kept = new Set(Object.values(known).map(({ root }) => treeFile(root)))
      for (const name of await readdir(folder))
        if (name.startsWith('tree-') && !kept.has(join(folder, name))) await rm(join(folder, name))
    },
    clear: () => rm(work, { recursive: true, force: true }),
  }
}

function readKnown(file: string): KnownZones {
  try {
    return stateSchema.parse(JSON.parse(readRegularFile(file, maxStateBytes)))
  } catch {
    return {}
  }
}
