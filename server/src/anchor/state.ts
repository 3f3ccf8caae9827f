import { createHash } from 'node:crypto'
import { mkdir, readdir, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { isHexBytes } from '../crypto/hex.ts'
import type { Domain } from '../model/domain.ts'
import { readRegularFile } from '../regular-file.ts'
import { type KeptZone, keptZoneSchema } from './kept-zone.ts'

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
  /** The entries of a root, by bucket. */
  readonly zoneFile: (root: string) => string
  /** Of which `zoneFile` and `treeFile` have been written; undefined: none can be built on. */
  readonly kept: KeptZone | undefined
  /** Keeps the trees and the zone that are named, and no other. */
  readonly save: (known: KnownZones, kept: KeptZone | undefined) => Promise<void>
  /** For another try of the run. */
  readonly emptyWork: () => Promise<void>
  readonly clear: () => Promise<void>
}

/** For the run that has the lease. */
export async function openState(
  dataDir: string,
  { chainId, node }: Pick<Domain, 'chainId' | 'node'>,
): Promise<AnchorState> {
  const folder = join(dataDir, 'anchor', `${chainId}-${node.slice(2)}`)
  const work = join(folder, 'work')
  const [placesFile, keptFile] = [join(folder, 'places.json'), join(folder, 'zone.json')]
  const emptyWork = async () => {
    await rm(work, { recursive: true, force: true })
    await mkdir(work, { recursive: true, mode: 0o700 })
  }
  await emptyWork()
  const treeFile = (root: string) => join(folder, `tree-${root.slice(2)}`)
  const zoneFile = (root: string) => join(folder, `zone-${root.slice(2)}`)
  const write = async (file: string, value: unknown) => {
    const partial = join(work, 'saved.json')
    await writeFile(partial, JSON.stringify(value), { flush: true, mode: 0o600 })
    await rename(partial, file)
  }
  let known = readState(placesFile, stateSchema) ?? {}
  let kept = readState(keptFile, keptZoneSchema)
  return {
    work,
    get known() {
      return known
    },
    treeFile,
    droppedFile: (place) => join(folder, `dropped-${createHash('sha256').update(place).digest('hex')}`),
    zoneFile,
    get kept() {
      return kept
    },
    save: async (nextKnown, nextKept) => {
      await write(placesFile, nextKnown)
      if (nextKept) await write(keptFile, nextKept)
      else await rm(keptFile, { force: true })
      known = nextKnown
      kept = nextKept
      const roots = [...Object.values(known), ...(kept ? [kept] : [])].map(({ root }) => root)
      const named = new Set([...roots.map(treeFile), ...(kept ? [zoneFile(kept.root)] : [])])
      for (const name of await readdir(folder))
        if (/^(tree|zone)-/.test(name) && !named.has(join(folder, name))) await rm(join(folder, name))
    },
    emptyWork,
    clear: () => rm(work, { recursive: true, force: true }),
  }
}

function readState<T>(file: string, schema: z.ZodType<T>): T | undefined {
  try {
    return schema.parse(JSON.parse(readRegularFile(file, maxStateBytes)))
  } catch {
    return undefined
  }
}
