import { createHash } from 'node:crypto'
import { existsSync, statSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import type { Hex } from 'viem'
import { toHex } from '../../crypto/hex.ts'
import { namehash } from '../../ens/names.ts'
import { countRecords } from '../../ens/records.ts'
import type { Records } from '../../ens/stored-records.ts'
import { OperatorError } from '../../errors.ts'
import { bucketAtPath, bucketOf, bucketPath, maxBucketFileBytes } from '../../frozen/bucket.ts'
import { formatSum, type Manifest, manifestFile, parseManifest, sumsFile } from '../../frozen/manifest.ts'
import { type BucketPosition, type FrozenName, verifyBucketFile } from '../../frozen/verify-bucket.ts'
import { assertRegularFile, readRegularFile } from '../../regular-file.ts'
import { readChunks } from './files.ts'

/** The files shown when many are damaged. */
const maxProblems = 10

const filesPerTurn = 256

interface CheckOptions {
  /** Absent: that of the manifest. */
  readonly root?: Hex | undefined
  readonly onProgress?: (progress: { readonly files: number; readonly of: number }) => void
}

/**
 * Reads one file at a time.
 * @throws OperatorError with what is wrong, unless the folder is a whole zone with this root.
 */
export async function checkZone(folder: string, { root, onProgress }: CheckOptions = {}): Promise<Manifest> {
  const manifest = readManifest(folder)
  const { depth, buckets: of } = manifest
  assertRoot(manifest, root)
  const problems: string[] = []
  const sums = createHash('sha256')
  const counts = { names: 0, records: 0 }
  for (let index = 0; index < of; index++) {
    try {
      const text = readRegularFile(join(folder, bucketPath(index)), maxBucketFileBytes)
      sums.update(formatSum(text, bucketPath(index)))
      for (const { records } of verifyBucketFile(text, { index, depth, root: manifest.root })) {
        counts.names += 1
        counts.records += countRecords(records)
      }
    } catch (error) {
      problems.push(`${bucketPath(index)}: ${error instanceof Error ? error.message : String(error)}`)
      if (problems.length === maxProblems) break
    }
    if ((index + 1) % filesPerTurn !== 0 && index + 1 !== of) continue
    onProgress?.({ files: index + 1, of })
    await setImmediate()
  }
  if (problems.length === 0) problems.push(...compareTotals(folder, manifest, counts, sums.digest('hex')))
  if (problems.length === 0) return manifest
  throw new OperatorError(`${folder} is not a whole zone:\n${problems.map((line) => `  ${line}`).join('\n')}`)
}

function compareTotals(
  folder: string,
  manifest: Manifest,
  counts: Pick<Manifest, 'names' | 'records'>,
  sha256: string,
): readonly string[] {
  return [
    ...(isListOf(join(folder, sumsFile), manifest) && sha256 === manifest.sha256
      ? []
      : [`${sumsFile}: It is not the list of the files.`]),
    ...(counts.names === manifest.names && counts.records === manifest.records
      ? []
      : [`${manifestFile}: There are ${counts.names} names with ${counts.records} records.`]),
  ]
}

/** A line for each bucket, all equally long. */
const sumLineBytes = formatSum('', bucketPath(0)).length

/** False without the list. */
function isListOf(path: string, { buckets, sha256 }: Manifest): boolean {
  if (statSync(path, { throwIfNoEntry: false })?.size !== buckets * sumLineBytes) return false
  assertRegularFile(path)
  const hash = createHash('sha256')
  for (const chunk of readChunks(path)) hash.update(chunk)
  return hash.digest('hex') === sha256
}

/** It has some 400 characters and a name. */
const maxManifestBytes = 16_384

function readManifest(folder: string): Manifest {
  return parseManifest(readRegularFile(join(folder, manifestFile), maxManifestBytes))
}

function assertRoot(manifest: Manifest, root: Hex | undefined): void {
  if (root !== undefined && root !== manifest.root)
    throw new OperatorError(`The zone has the root ${manifest.root} instead of ${root}.`)
}

interface FilePosition {
  readonly root?: Hex | undefined
  readonly depth?: number | undefined
}

/**
 * Absent root or depth: that of the manifest beside the file.
 * @throws OperatorError with what is wrong.
 */
export function checkBucketFile(
  path: string,
  { root, depth }: FilePosition,
): BucketPosition & {
  readonly names: readonly FrozenName[]
} {
  const index = bucketAtPath(resolve(path))
  if (index === undefined)
    throw new OperatorError(`${path} is not named like the file of a bucket: 00/00/1f.json.`)
  const folder = dirname(dirname(dirname(resolve(path))))
  const manifest = existsSync(join(folder, manifestFile)) ? readManifest(folder) : undefined
  if (manifest && depth === undefined) assertRoot(manifest, root)
  const position = { root: root ?? manifest?.root, depth: depth ?? manifest?.depth }
  if (position.root === undefined || position.depth === undefined)
    throw new OperatorError(
      `There is no ${manifestFile} beside it: give --root and --depth, as the contract has them.`,
    )
  const known = { index, root: position.root, depth: position.depth }
  if (index >= 2 ** known.depth)
    throw new OperatorError(`A zone of depth ${known.depth} has no bucket ${index}.`)
  try {
    return { ...known, names: verifyBucketFile(readRegularFile(path, maxBucketFileBytes), known) }
  } catch (error) {
    if (error instanceof OperatorError) throw new OperatorError(`${path}: ${error.message}`)
    throw error
  }
}

/** The records of a normalized name, proven by its file; `undefined` where the zone has no such name. */
export function readFrozenName(folder: string, name: string): Records | undefined {
  const { depth } = readManifest(folder)
  const node = namehash(name)
  const { names } = checkBucketFile(join(folder, bucketPath(bucketOf(node, depth))), {})
  return names.find((entry) => entry.node === toHex(node))?.records
}
