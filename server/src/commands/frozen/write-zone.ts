import { createHash } from 'node:crypto'
import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import { fromHex, toHex } from '../../crypto/hex.ts'
import type { ChainId } from '../../ens/chains.ts'
import { childNode, type EnsName } from '../../ens/names.ts'
import { countRecords } from '../../ens/records.ts'
import { bucketOf, bucketPath, chooseDepth, encodeEntry, formatBucketFile } from '../../frozen/bucket.ts'
import {
  formatManifest,
  formatSum,
  type Manifest,
  manifestFile,
  parseManifest,
  sumsFile,
} from '../../frozen/manifest.ts'
import { encodeRecordSet, resolvedRecords } from '../../frozen/record-set.ts'
import { hashBucket } from '../../frozen/tree.ts'
import { withZone, type ZoneSource } from '../../store/copy/zone.ts'
import { makeFolder } from '../new-folder.ts'
import { createChunkedFile, readChunks } from './files.ts'
import { createEntrySorter, type EntrySorter } from './sort-entries.ts'
import { buildTree, levelFile, type TreeFiles } from './tree-files.ts'

type FreezeProgress =
  | { readonly step: 'reading'; readonly names: number }
  | { readonly step: 'writing'; readonly files: number; readonly of: number }

interface FreezeOptions {
  readonly databaseUrl: string
  readonly chainId: ChainId
  readonly name: EnsName
  /** Missing or empty. */
  readonly out: string
  readonly signal?: AbortSignal | undefined
  readonly onProgress?: ((progress: FreezeProgress) => void) | undefined
}

interface FrozenZone {
  readonly manifest: Manifest
  readonly domainsBelow: readonly string[]
}

/**
 * Writes the names of a domain that resolve as files below one root. Memory does not grow with the number of names: they are
 * sorted in files, and so are the levels of the tree. The folder appears as a whole, or not at all.
 *
 * @throws OperatorError as `makeFolder`; those of `withZone`.
 */
export function writeZone({ out, ...options }: FreezeOptions): Promise<FrozenZone> {
  return makeFolder(out, async ({ folder: zone, work }) => {
    const sorter = createEntrySorter(work)
    const { domainsBelow, ...counts } = await withZone(options.databaseUrl, options, (source) =>
      collect(source, sorter, options),
    )
    const depth = chooseDepth(counts)
    writeBuckets(sorter, { work, depth })
    const tree = buildTree(work, depth)
    const sha256 = await writeFiles(tree, { work, zone, depth }, options)
    const manifest = formatManifest({
      domain: options.name,
      chainId: options.chainId,
      ...counts,
      depth,
      buckets: 2 ** depth,
      root: toHex(tree.root),
      sha256,
    })
    writeFileSync(join(zone, manifestFile), manifest)
    return { manifest: parseManifest(manifest), domainsBelow }
  })
}

type ReadOptions = Pick<FreezeOptions, 'signal' | 'onProgress'>

async function collect(
  { domain, domainsBelow, names: pages }: ZoneSource,
  sorter: EntrySorter,
  { signal, onProgress }: ReadOptions,
) {
  const domainNode = fromHex(domain.node)
  let [names, records, bytes] = [0, 0, 0]
  for await (const page of pages) {
    signal?.throwIfAborted()
    for (const name of page) {
      const node = name.label === undefined ? domainNode : childNode(domainNode, name.label)
      const resolved = resolvedRecords(name.records)
      const entry = encodeEntry(node, encodeRecordSet(resolved))
      sorter.add(entry)
      records += countRecords(resolved)
      bytes += entry.length
    }
    names += page.length
    onProgress?.({ step: 'reading', names })
  }
  return { names, records, bytes, domainsBelow }
}

interface Folders {
  readonly work: string
  readonly depth: number
}

/** All buckets in one file, each behind its length (4 bytes), and their hashes in another. */
function writeBuckets(sorter: EntrySorter, { work, depth }: Folders): void {
  const buckets = createChunkedFile(bucketsFile(work))
  const hashes = createChunkedFile(levelFile(work, 0))
  let index = 0
  let entries: Buffer[] = []
  const endBucket = () => {
    const bucket = Buffer.concat(entries)
    const length = Buffer.alloc(lengthSize)
    length.writeUInt32BE(bucket.length)
    buckets.write(length)
    buckets.write(bucket)
    hashes.write(hashBucket(index, bucket))
    entries = []
    index += 1
  }
  for (const { node, bytes } of sorter.sorted()) {
    while (index < bucketOf(node, depth)) endBucket()
    entries.push(bytes)
  }
  while (index < 2 ** depth) endBucket()
  buckets.close()
  hashes.close()
}

const lengthSize = 4

function bucketsFile(work: string): string {
  return join(work, 'buckets')
}

function* readBuckets(work: string): Generator<Buffer> {
  let rest = Buffer.alloc(0)
  for (const chunk of readChunks(bucketsFile(work))) {
    const bytes = Buffer.concat([rest, chunk])
    let start = 0
    while (start + lengthSize <= bytes.length) {
      const end = start + lengthSize + bytes.readUInt32BE(start)
      if (end > bytes.length) break
      yield bytes.subarray(start + lengthSize, end)
      start = end
    }
    rest = bytes.subarray(start)
  }
}

/** So that the progress is shown and signals are received meanwhile. */
const filesPerTurn = 256

/** Returns the SHA-256 of the list of all files. */
async function writeFiles(
  tree: TreeFiles,
  { work, zone, depth }: Folders & { readonly zone: string },
  { signal, onProgress }: ReadOptions,
): Promise<string> {
  const sums = createChunkedFile(join(zone, sumsFile))
  const sumsHash = createHash('sha256')
  const buckets = readBuckets(work)
  const of = 2 ** depth
  let index = 0
  for (const siblings of tree.siblings()) {
    const bucket = buckets.next()
    if (bucket.done) throw new Error(`There is no bucket ${index}.`)
    const path = bucketPath(index)
    if (index % 256 === 0) mkdirSync(dirname(join(zone, path)), { recursive: true })
    const text = formatBucketFile(siblings, bucket.value)
    writeFileSync(join(zone, path), text, { flag: 'wx' })
    const line = formatSum(text, path)
    sums.write(line)
    sumsHash.update(line)
    index += 1
    if (index % filesPerTurn !== 0 && index !== of) continue
    onProgress?.({ step: 'writing', files: index, of })
    await setImmediate()
    signal?.throwIfAborted()
  }
  sums.close()
  return sumsHash.digest('hex')
}
