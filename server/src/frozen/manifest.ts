import type { Hex } from 'viem'
import { type ChainId, isChainId } from '../ens/chains.ts'
import { normalizeName } from '../ens/names.ts'
import { OperatorError } from '../errors.ts'
import { maxDepth } from './bucket.ts'

const format = 'byname-frozen-zone'
const version = 2

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
  readonly root: Hex
}

export const manifestFile = 'manifest.json'

export function formatManifest(zone: Omit<Manifest, 'format' | 'version'>): string {
  const { domain, chainId, names, records, depth, root } = zone
  const manifest: Manifest = { format, version, domain, chainId, names, records, depth, root }
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
  const { domain, chainId, names, records, depth, root } = value as Partial<Manifest>
  return (
    isDomainName(domain) &&
    typeof chainId === 'number' &&
    isChainId(chainId) &&
    isCount(names) &&
    isCount(records) &&
    isCount(depth) &&
    depth <= maxDepth &&
    isTextLike(root, /^0x[0-9a-f]{64}$/)
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
