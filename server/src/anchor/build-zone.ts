import { fromHex } from '../crypto/hex.ts'
import { childNode } from '../ens/names.ts'
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

/** What contracts with sealed names read of a name; undefined: nothing. */
type SealedEntryOf = (node: Uint8Array) => SealData | undefined

/** No name is sealed yet. */
const sealedEntryOf: SealedEntryOf = () => undefined

/** Reads all names, in pages, into files by their nodes. */
export async function collectZone(
  { domain, domainsBelow, names: pages }: ZoneSource,
  { work, signal, onProgress }: ZoneOptions,
): Promise<CollectedZone> {
  const sorter = createEntrySorter(work)
  const domainNode = fromHex(domain.node)
  let [names, records, bytes] = [0, 0, 0]
  for await (const page of pages) {
    signal?.throwIfAborted()
    for (const name of page) {
      const node = name.label === undefined ? domainNode : childNode(domainNode, name.label)
      const resolved = resolvedRecords(name.records)
      const entry = encodeEntry(node, encodeRecordSet(resolved, sealedEntryOf(node)))
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
