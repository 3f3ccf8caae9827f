import { basename, join, resolve } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import type { Hex } from 'viem'
import { fromHex, toHex } from '../../crypto/hex.ts'
import { namehash } from '../../ens/names.ts'
import { countRecords } from '../../ens/records.ts'
import { OperatorError } from '../../errors.ts'
import { fileName, hashOfFileName, maxFileBytes } from '../../frozen/file.ts'
import { type Manifest, manifestFile, parseManifest } from '../../frozen/manifest.ts'
import { countFiles } from '../../frozen/tree.ts'
import {
  childTowards,
  type FilePosition,
  type FrozenName,
  type LoneFile,
  rootPosition,
  verifyBucket,
  verifyLoneFile,
  verifyTile,
} from '../../frozen/verify-file.ts'
import { readRegularFile } from '../../regular-file.ts'

/** The files shown when many are damaged. */
const maxProblems = 10

const filesPerTurn = 256

interface CheckOptions {
  /** Absent: that of the manifest. */
  readonly root?: Hex | undefined
  readonly onProgress?: (progress: { readonly files: number; readonly of: number }) => void
}

/**
 * Reads one file at a time. Other files may be in the folder too, such as those of earlier roots.
 * @throws OperatorError with what is wrong, unless the folder has the whole zone of this root.
 */
export async function checkZone(folder: string, { root, onProgress }: CheckOptions = {}): Promise<Manifest> {
  const manifest = readManifest(folder)
  if (root !== undefined && root !== manifest.root)
    throw new OperatorError(`The zone has the root ${manifest.root} instead of ${root}.`)
  const problems: string[] = []
  const of = countFiles(manifest.depth)
  let [files, names, records] = [0, 0, 0]
  for (const found of readTree(folder, manifest)) {
    files += 1
    if ('problem' in found) problems.push(found.problem)
    else {
      names += found.names.length
      for (const name of found.names) records += countRecords(name.records)
    }
    if (problems.length === maxProblems) break
    if (files % filesPerTurn !== 0 && files !== of) continue
    onProgress?.({ files, of })
    await setImmediate()
  }
  if (problems.length === 0 && (names !== manifest.names || records !== manifest.records))
    problems.push(`${manifestFile}: There are ${names} names with ${records} records.`)
  if (problems.length === 0) return manifest
  throw new OperatorError(`${folder} is not a whole zone:\n${problems.map((line) => `  ${line}`).join('\n')}`)
}

type FoundFile = { readonly problem: string } | { readonly names: readonly FrozenName[] }

/** Each file once, the tiles above it first. */
function* readTree(folder: string, { root, depth }: Manifest): Generator<FoundFile> {
  const open = [rootPosition(fromHex(root), depth)]
  for (let position = open.pop(); position; position = open.pop()) {
    try {
      const text = readZoneFile(folder, position)
      if (position.bits === 0) yield { names: verifyBucket(text, position) }
      else {
        open.push(...verifyTile(text, position).toReversed())
        yield { names: [] }
      }
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error)
      yield { problem: `${fileName(position.hash)}: ${reason}` }
    }
  }
}

function readZoneFile(folder: string, { hash }: Pick<FilePosition, 'hash'>): string {
  return readRegularFile(join(folder, fileName(hash)), maxFileBytes)
}

/** It has some 300 characters and a name. */
const maxManifestBytes = 16_384

function readManifest(folder: string): Manifest {
  return parseManifest(readRegularFile(join(folder, manifestFile), maxManifestBytes))
}

/** A file that is named by its hash. @throws OperatorError with what is wrong. */
export function checkLoneFile(path: string): LoneFile & { readonly hash: Hex } {
  const hash = hashOfFileName(basename(resolve(path)))
  if (!hash)
    throw new OperatorError(`${path} is not named as a file of a zone: 64 hex digits, its hash, and .json.`)
  try {
    return { hash: toHex(hash), ...verifyLoneFile(readRegularFile(path, maxFileBytes), hash) }
  } catch (error) {
    if (error instanceof OperatorError) throw new OperatorError(`${path}: ${error.message}`)
    throw error
  }
}

/** A normalized name, proven by the files on its way from the root; `undefined` where the zone has no such name. */
export function readFrozenName(folder: string, name: string): FrozenName | undefined {
  const { depth, root } = readManifest(folder)
  const node = namehash(name)
  let position = rootPosition(fromHex(root), depth)
  while (position.bits > 0)
    position = childTowards(node, verifyTile(readZoneFile(folder, position), position))
  return verifyBucket(readZoneFile(folder, position), position).find((entry) => entry.node === toHex(node))
}
