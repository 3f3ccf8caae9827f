import { appendFileSync, renameSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { toHex } from '../crypto/hex.ts'
import { countFiles, hashBucket, hashSize, type TreeFile } from '../frozen/tree.ts'
import { type BucketedZone, buildTree, type ZoneBucket, type ZoneOptions } from './build-zone.ts'
import { type ChunkedFile, createChunkedFile, readChunks, readParts } from './chunked-files.ts'
import { lengthBefore, StaleZoneError } from './kept-zone.ts'
import { createSample, type Sample } from './sample.ts'
import type { AnchorState, KnownZone } from './state.ts'

/** Bit n: the place n lacks the file; hash; length of the content. */
const headerSize = 1 + hashSize + 4

interface ChangeOptions extends Omit<ZoneOptions, 'work'> {
  readonly state: AnchorState
  /** Whether the entries are kept for the next run. */
  readonly keepsZone: boolean
  /** What each place has; undefined: not known. At most eight. */
  readonly known: readonly (KnownZone | undefined)[]
}

export interface ChangedFiles {
  readonly root: Uint8Array
  /** Those that a place lacks, one after the other. */
  readonly filesFor: (place: number) => Generator<TreeFile>
  /** Of files that some place lacks, with that of the root; and of the others. */
  readonly changed: readonly TreeFile[]
  readonly unchanged: readonly TreeFile[]
  /** Hashes that each place has and this tree does not name at their position. */
  readonly dropped: readonly string[]
}

/** Of the files that are read back: of those that changed, and of the others. */
const sampleSizes = { changed: 16, unchanged: 4 } as const

/**
 * Builds the tree of a zone, and finds what each place lacks of it, in constant memory.
 * @throws StaleZoneError where a bucket is not that of its known hash.
 */
export async function findChangedFiles(
  zone: BucketedZone,
  { state, known, keepsZone, ...options }: ChangeOptions,
): Promise<ChangedFiles> {
  const pathOf = (name: string) => join(state.work, name)
  const [tree, changed] = [createChunkedFile(pathOf('tree')), createChunkedFile(pathOf('changed'))]
  const kept = keepsZone ? createChunkedFile(pathOf('zone')) : undefined
  const { depth } = zone
  const places = known.map((zoneThere, place) => openPlace(zoneThere, { state, depth, place }))
  const samples = {
    changed: createSample(sampleSizes.changed),
    unchanged: createSample(sampleSizes.unchanged),
  }
  let last: TreeFile | undefined
  const root = await buildTree(zone, options, (file, bucket) => {
    tree.write(file.hash)
    if (bucket) kept?.write(lengthBefore(bucket.content))
    if (bucket) kept?.write(bucket.content)
    const mask = places.reduce((bits, { lacks }, place) => bits | (lacks(file.hash) ? 1 << place : 0), 0)
    if (mask !== 0) assertKnownHash(bucket)
    if (mask !== 0) writeFile(changed, mask, file)
    offer(samples, mask !== 0, file)
    last = file
  })
  for (const file of [tree, changed, ...(kept ? [kept] : []), ...places]) file.close()
  if (kept) renameSync(pathOf('zone'), state.zoneFile(toHex(root)))
  renameSync(pathOf('tree'), state.treeFile(toHex(root)))
  return {
    root,
    filesFor: (place) => readFiles(pathOf('changed'), place),
    changed: [...samples.changed.items(), ...(last ? [last] : [])],
    unchanged: samples.unchanged.items(),
    dropped: places.map(({ droppedPath }) => droppedPath),
  }
}

/** Before it is put. */
function assertKnownHash(bucket: ZoneBucket | undefined): void {
  if (bucket?.hash && Buffer.compare(hashBucket(bucket.content), bucket.hash) !== 0)
    throw new StaleZoneError()
}

function offer(
  samples: Readonly<Record<'changed' | 'unchanged', Sample>>,
  isChanged: boolean,
  file: TreeFile,
) {
  samples[isChanged ? 'changed' : 'unchanged'].offer(file)
}

interface Place {
  /** Of the next file. */
  readonly lacks: (hash: Uint8Array) => boolean
  readonly droppedPath: string
  readonly close: () => void
}

/** Hashes are compared at their positions, which are the same in trees of one depth. */
function openPlace(
  known: KnownZone | undefined,
  { state, depth, place }: Pick<ChangeOptions, 'state'> & Readonly<Record<'depth' | 'place', number>>,
): Place {
  const path = known && state.treeFile(known.root)
  const size = path === undefined ? undefined : statSync(path, { throwIfNoEntry: false })?.size
  const droppedPath = join(state.work, `dropped-${place}`)
  const dropped = createChunkedFile(droppedPath)
  if (path === undefined || size !== countFiles(known?.depth ?? 0) * hashSize || known?.depth !== depth) {
    if (path !== undefined && size !== undefined) for (const chunk of readChunks(path)) dropped.write(chunk)
    return { lacks: () => true, droppedPath, close: dropped.close }
  }
  const hashes = readHashes(path)
  return {
    lacks: (hash) => {
      const before = hashes.next().value
      if (before && Buffer.compare(before, hash) === 0) return false
      if (before) dropped.write(before)
      return true
    },
    droppedPath,
    close: () => {
      hashes.return(undefined)
      dropped.close()
    },
  }
}

/** Each is valid until the next one is read. */
export function* readHashes(path: string): Generator<Buffer, undefined> {
  for (const chunk of readChunks(path))
    for (let start = 0; start + hashSize <= chunk.length; start += hashSize)
      yield chunk.subarray(start, start + hashSize)
}

function writeFile(changed: ChunkedFile, mask: number, { hash, content }: TreeFile): void {
  const header = Buffer.alloc(headerSize)
  header.writeUInt8(mask)
  header.set(hash, 1)
  header.writeUInt32BE(content.length, 1 + hashSize)
  changed.write(header)
  changed.write(content)
}

function* readFiles(path: string, place: number): Generator<TreeFile> {
  const contentBytes = (bytes: Buffer, start: number) => bytes.readUInt32BE(start + headerSize - 4)
  for (const part of readParts(path, { headerBytes: headerSize, contentBytes }))
    if ((part.readUInt8() >> place) & 1)
      yield { hash: part.subarray(1, 1 + hashSize), content: part.subarray(headerSize) }
}

/** Remembers when hashes were dropped. */
export function appendDropped(from: string, to: string, now: number): void {
  for (const hash of readHashes(from)) {
    const time = Buffer.alloc(8)
    time.writeBigUInt64BE(BigInt(now))
    appendFileSync(to, Buffer.concat([hash, time]))
  }
}
