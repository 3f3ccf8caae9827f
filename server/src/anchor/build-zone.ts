import { fromHex } from '../crypto/hex.ts'
import { childNode, type EnsName, joinName, storedName } from '../ens/names.ts'
import { countRecords } from '../ens/records.ts'
import { bucketOf, encodeEntry } from '../frozen/bucket.ts'
import { encodeRecordSet, resolvedRecords, type SealData } from '../frozen/record-set.ts'
import { createTree, type TreeFile } from '../frozen/tree.ts'
import type { ZoneSource } from '../store/copy/zone.ts'
import { createEntrySorter, type EntrySorter } from './sort-entries.ts'

export type ZoneProgress =
  | { readonly step: 'reading'; readonly names: number }
  | { readonly step: 'building'; readonly buckets: number; readonly of: number }

export interface ZoneOptions {
  /** Empty; for files that are needed meanwhile. */
  readonly work: string
  readonly signal?: AbortSignal | undefined
  readonly onProgress?: ((progress: ZoneProgress) => void) | undefined
}

export interface CollectedZone {
  /** With the domain itself. */
  readonly names: number
  readonly records: number
  /** Of the entries. */
  readonly bytes: number
  readonly domainsBelow: readonly string[]
  readonly sorter: EntrySorter
}

/** Which names are sealed, and the proof of what the trees of seals say; a name that is absent: nothing seals it. */
export type FindZoneSeals = (
  db: ZoneSource['db'],
  domain: ZoneSource['domain'],
  names: readonly EnsName[],
) => Promise<ReadonlyMap<EnsName, { readonly isSealed: boolean; readonly proof?: Uint8Array }>>

/** Reads all names, in pages, into files by their nodes. */
export async function collectZone(
  { domain, domainsBelow, db, names: pages }: ZoneSource,
  { work, signal, onProgress, findSeals }: ZoneOptions & { readonly findSeals: FindZoneSeals },
): Promise<CollectedZone> {
  const sorter = createEntrySorter(work)
  const domainNode = fromHex(domain.node)
  let [names, records, bytes] = [0, 0, 0]
  for await (const page of pages) {
    signal?.throwIfAborted()
    const fullNames = page.map(({ label }) =>
      label === undefined ? domain.name : joinName(storedName(label), domain.name),
    )
    const seals = await findSeals(db, domain, fullNames)
    for (const [index, { label, records: stored, sealedSet }] of page.entries()) {
      const node = label === undefined ? domainNode : childNode(domainNode, label)
      const resolved = resolvedRecords(stored)
      const { isSealed = false, proof } = seals.get(fullNames[index] ?? domain.name) ?? {}
      const seal: SealData = {
        ...(isSealed && sealedSet && { signedSets: fromHex(sealedSet) }),
        ...(proof && { proof }),
      }
      const entry = encodeEntry(node, encodeRecordSet(resolved, seal))
      sorter.add(entry)
      records += countRecords(resolved)
      bytes += entry.length
    }
    names += page.length
    onProgress?.({ step: 'reading', names })
    await nextTurn()
  }
  return { names, records, bytes, domainsBelow, sorter }
}

/**
 * Gives each file of the tree to `onFile`, the file of the root last; those of equal buckets more than once. Returns the root. Memory
 * does not grow with the number of names: entries are sorted in files.
 */
export async function buildTree(
  { sorter }: Pick<CollectedZone, 'sorter'>,
  { depth, signal, onProgress }: Omit<ZoneOptions, 'work'> & { readonly depth: number },
  onFile: (file: TreeFile) => void,
): Promise<Uint8Array> {
  const tree = createTree(depth)
  let buckets = 0
  for (const bucket of bucketsOf(sorter, depth)) {
    for (const file of tree.add(bucket)) onFile(file)
    buckets += 1
    if (buckets % bucketsPerTurn !== 0 && buckets !== 2 ** depth) continue
    onProgress?.({ step: 'building', buckets, of: 2 ** depth })
    await nextTurn()
    signal?.throwIfAborted()
  }
  return tree.root()
}

/** So that a service goes on to answer meanwhile. */
const bucketsPerTurn = 64

function nextTurn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve))
}

/** Of each index, in their order; also empty ones. */
function* bucketsOf(sorter: EntrySorter, depth: number): Generator<Buffer> {
  let index = 0
  let entries: Buffer[] = []
  for (const { node, bytes } of sorter.sorted()) {
    for (; index < bucketOf(node, depth); index++) {
      yield Buffer.concat(entries)
      entries = []
    }
    entries.push(bytes)
  }
  for (; index < 2 ** depth; index++) {
    yield Buffer.concat(entries)
    entries = []
  }
}
