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

export interface ZoneCounts {
  /** With the domain itself. */
  readonly names: number
  readonly records: number
  /** Of the entries. */
  readonly bytes: number
}

export interface CollectedZone extends ZoneCounts {
  readonly domainsBelow: readonly string[]
  readonly sorter: EntrySorter
  /** Whether the contract seals names: then entries change without an event. */
  readonly hasSeals: boolean
}

/** The entries of the nodes with the same first bits. */
export interface ZoneBucket {
  readonly content: Buffer
  /** Of an earlier run, which had the same entries; absent: it is not known. */
  readonly hash?: Uint8Array
}

export interface BucketedZone {
  readonly depth: number
  /** 2^depth of them, in the order of their nodes; also empty ones. Can be read once. */
  readonly buckets: Iterable<ZoneBucket>
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
  let hasSeals = false
  for await (const page of pages) {
    signal?.throwIfAborted()
    const seals = await findSeals(
      db,
      domain,
      page.map(({ label }) => fullName(domain, label)),
    )
    hasSeals ||= seals.size > 0
    for (const { label, records: stored, sealedSet } of page) {
      const resolved = resolvedRecords(stored)
      const { isSealed = false, proof } = (hasSeals && seals.get(fullName(domain, label))) || {}
      const seal: SealData = {
        ...(isSealed && sealedSet && { signedSets: fromHex(sealedSet) }),
        ...(proof && { proof }),
      }
      const entry = encodeEntry(nodeOf(domainNode, label), encodeRecordSet(resolved, seal))
      sorter.add(entry)
      records += countRecords(resolved)
      bytes += entry.length
    }
    names += page.length
    onProgress?.({ step: 'reading', names })
    await nextTurn()
  }
  return { names, records, bytes, domainsBelow, sorter, hasSeals }
}

/** Without a label that of the domain itself. */
export function nodeOf(domainNode: Uint8Array, label: string | undefined): Uint8Array {
  return label === undefined ? domainNode : childNode(domainNode, label)
}

function fullName({ name }: Pick<ZoneSource['domain'], 'name'>, label: string | undefined): EnsName {
  return label === undefined ? name : joinName(storedName(label), name)
}

export function bucketedZone({ sorter }: Pick<CollectedZone, 'sorter'>, depth: number): BucketedZone {
  return { depth, buckets: bucketsOf(sorter, depth) }
}

/**
 * Gives each file of the tree to `onFile`, the file of the root last; those of equal buckets more than once. Returns the root. Memory
 * does not grow with the number of names: entries are sorted in files.
 */
export async function buildTree(
  { depth, buckets }: BucketedZone,
  { signal, onProgress }: Omit<ZoneOptions, 'work'>,
  onFile: (file: TreeFile, bucket: ZoneBucket | undefined) => void,
): Promise<Uint8Array> {
  const tree = createTree(depth)
  let built = 0
  for (const bucket of buckets) {
    const [first, ...tiles] = tree.add(bucket.content, bucket.hash)
    if (first) onFile(first, bucket)
    for (const tile of tiles) onFile(tile, undefined)
    built += 1
    if (built % bucketsPerTurn !== 0 && built !== 2 ** depth) continue
    onProgress?.({ step: 'building', buckets: built, of: 2 ** depth })
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

function* bucketsOf(sorter: EntrySorter, depth: number): Generator<ZoneBucket> {
  let index = 0
  let entries: Buffer[] = []
  for (const { node, bytes } of sorter.sorted()) {
    for (; index < bucketOf(node, depth); index++) {
      yield { content: Buffer.concat(entries) }
      entries = []
    }
    entries.push(bytes)
  }
  for (; index < 2 ** depth; index++) {
    yield { content: Buffer.concat(entries) }
    entries = []
  }
}
