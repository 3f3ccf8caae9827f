import { createHash } from 'node:crypto'
import type { Hex } from 'viem'
import { type ChainId, isChainId } from '../ens/chains.ts'
import { normalizeName } from '../ens/names.ts'
import { OperatorError } from '../errors.ts'
import { maxDepth } from './bucket.ts'

const format = 'byname-frozen-zone'
const version = 1

/** Has no times and no paths: equal names give an equal manifest. */
export interface Manifest {
  readonly format: typeof format
  readonly version: typeof version
  readonly domain: string
  readonly chainId: ChainId
  /** With the domain itself. */
  readonly names: number
  readonly records: number
  readonly depth: number
  /** 2^depth: a file for each. */
  readonly buckets: number
  readonly root: Hex
  /** Of the file `SHA256SUMS`, in hex. */
  readonly sha256: string
}

export const manifestFile = 'manifest.json'

/** In the format of the program `sha256sum`, in the order of the buckets. */
export const sumsFile = 'SHA256SUMS'

/** A line of that file. */
export function formatSum(text: string, path: string): string {
  return `${createHash('sha256').update(text).digest('hex')}  ${path}\n`
}

export function formatManifest(zone: Omit<Manifest, 'format' | 'version'>): string {
  const { domain, chainId, names, records, depth, buckets, root, sha256 } = zone
  const manifest: Manifest = {
    format,
    version,
    domain,
    chainId,
    names,
    records,
    depth,
    buckets,
    root,
    sha256,
  }
  return `${JSON.stringify(manifest, null, 2)}\n`
}

/** @throws OperatorError unless the text is what `formatManifest` gives. */
export function parseManifest(text: string): Manifest {
  const manifest = readObject(text)
  const { format: foundFormat, version: foundVersion } = manifest
  if (foundFormat !== format || !isCount(foundVersion))
    throw new OperatorError(`${manifestFile} is not that of a frozen zone.`)
  if (foundVersion !== version)
    throw new OperatorError(
      `The zone has version ${foundVersion} of the format; this program reads version ${version}.`,
    )
  if (!isManifest(manifest) || formatManifest(manifest) !== text)
    throw new OperatorError(`${manifestFile} has been changed or is damaged.`)
  return manifest
}

function readObject(text: string): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null ? { ...value } : {}
  } catch {
    throw new OperatorError(`${manifestFile} is not JSON.`)
  }
}

function isManifest(value: object): value is Manifest {
  const { domain, chainId, names, records, depth, buckets, root, sha256 } = value as Partial<Manifest>
  return (
    isDomainName(domain) &&
    typeof chainId === 'number' &&
    isChainId(chainId) &&
    isCount(names) &&
    isCount(records) &&
    isCount(depth) &&
    depth <= maxDepth &&
    buckets === 2 ** depth &&
    isTextLike(root, /^0x[0-9a-f]{64}$/) &&
    isTextLike(sha256, /^[0-9a-f]{64}$/)
  )
}

/** Normalized; so it has no characters that control a terminal. */
function isDomainName(value: unknown): boolean {
  try {
    return typeof value === 'string' && normalizeName(value) === value
  } catch {
    return false
  }
}

function isTextLike(value: unknown, pattern: RegExp): boolean {
  return typeof value === 'string' && pattern.test(value)
}

function isCount(value: unknown): value is number {
  return Number.isSafeInteger(value) && Number(value) >= 0
}
