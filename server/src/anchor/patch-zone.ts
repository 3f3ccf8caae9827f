import { existsSync } from 'node:fs'
import { toHex } from '../crypto/hex.ts'
import { bucketOf, chooseDepth, type Entry, encodeEntry, readEntries } from '../frozen/bucket.ts'
import { countRecordsIn } from '../frozen/record-set.ts'
import { createTree, hashBucket } from '../frozen/tree.ts'
import type { BucketedZone, ZoneBucket, ZoneCounts } from './build-zone.ts'
import { readHashes } from './changed-files.ts'
import { type KeptZone, readKeptBuckets, StaleZoneError } from './kept-zone.ts'
import type { EntrySorter } from './sort-entries.ts'
import type { AnchorState } from './state.ts'

export interface PatchedZone extends BucketedZone {
  /** Once all buckets were read. @throws StaleZoneError where they are not those of the domain. */
  readonly counts: () => ZoneCounts
}

/** In front of the record set of a change. */
const changes = { removed: 0, set: 1 } as const

/** For the sorter. `recordSet`: `undefined` for a name that does not resolve. */
export function encodeChange(node: Uint8Array, recordSet: Uint8Array | undefined): Buffer {
  const { removed, set } = changes
  return encodeEntry(node, recordSet ? Buffer.concat([Buffer.of(set), recordSet]) : Buffer.of(removed))
}

interface PatchOptions {
  readonly state: Pick<AnchorState, 'treeFile' | 'zoneFile'>
  /** Entries of `encodeChange`. */
  readonly sorter: EntrySorter
  /** That the domain has, by its own count. */
  readonly names: number
}

/**
 * The kept zone with changes: buckets without them keep their hashes. What is kept is compared with its root, and a bucket that changes
 * with its hash.
 */
export function patchZone(
  kept: KeptZone,
  { state, sorter, names: expectedNames }: PatchOptions,
): PatchedZone {
  const counts = { names: kept.names, records: kept.records, bytes: kept.bytes }
  const { depth, root } = kept
  function* patched(): Generator<ZoneBucket> {
    const next = changesByBucket(sorter.sorted(), depth)
    let index = 0
    for (const { content, hash } of verifiedBuckets(kept, state)) {
      const changed = next(index)
      index += 1
      yield changed.length === 0 ? { content, hash } : patchBucket(content, hash, changed, counts)
    }
  }
  return {
    depth,
    buckets: existsSync(state.zoneFile(root)) && existsSync(state.treeFile(root)) ? patched() : stale(),
    counts: () => {
      if (counts.names !== expectedNames || chooseDepth(counts, depth) !== depth) throw new StaleZoneError()
      return counts
    },
  }
}

// biome-ignore lint/correctness/useYield: it has no bucket.
function* stale(): Generator<ZoneBucket> {
  throw new StaleZoneError()
}

/** With the hashes of their tree. @throws StaleZoneError unless it has the root. */
function* verifiedBuckets(
  { root, depth }: KeptZone,
  { treeFile, zoneFile }: PatchOptions['state'],
): Generator<Required<ZoneBucket>> {
  const tree = createTree(depth)
  const hashes = readHashes(treeFile(root))
  const nextHash = () => Uint8Array.from(hashes.next().value ?? [])
  let index = 0
  for (const content of readKeptBuckets(zoneFile(root))) {
    if (index === 2 ** depth) throw new StaleZoneError()
    const hash = nextHash()
    const [, ...tiles] = tree.add(content, hash)
    for (const tile of tiles) if (!isEqual(nextHash(), tile.hash)) throw new StaleZoneError()
    index += 1
    yield { content, hash }
  }
  if (index !== 2 ** depth || toHex(tree.root()) !== root) throw new StaleZoneError()
}

/** Of the next bucket, those of the one before are over. */
function changesByBucket(sorted: Iterator<Entry>, depth: number): (index: number) => readonly Entry[] {
  let next = sorted.next()
  return (index) => {
    const found: Entry[] = []
    for (; !next.done && bucketOf(next.value.node, depth) === index; next = sorted.next())
      found.push(next.value)
    return found
  }
}

type MutableCounts = { -readonly [Count in keyof ZoneCounts]: ZoneCounts[Count] }

function patchBucket(
  content: Buffer,
  hash: Uint8Array,
  changed: readonly Entry[],
  counts: MutableCounts,
): ZoneBucket {
  if (!isEqual(hashBucket(content), hash)) throw new StaleZoneError()
  const entries = new Map(
    [...readEntries(content)].map(({ node, recordSet }) => [toHex(node), { node, recordSet }]),
  )
  const count = ({ recordSet }: { readonly recordSet: Buffer }, sign: 1 | -1) => {
    counts.names += sign
    counts.records += sign * countRecordsIn(recordSet)
  }
  for (const { node, recordSet } of changed) {
    const key = toHex(node)
    const before = entries.get(key)
    if (before) count(before, -1)
    entries.delete(key)
    if (recordSet[0] === changes.removed) continue
    const after = { node, recordSet: recordSet.subarray(1) }
    entries.set(key, after)
    count(after, 1)
  }
  const sorted = [...entries.values()].sort((one, other) => Buffer.compare(one.node, other.node))
  const patched = Buffer.concat(sorted.map(({ node, recordSet }) => encodeEntry(node, recordSet)))
  counts.bytes += patched.length - content.length
  return patched.equals(content) ? { content, hash } : { content: patched }
}

function isEqual(one: Uint8Array, other: Uint8Array): boolean {
  return Buffer.compare(one, other) === 0
}
