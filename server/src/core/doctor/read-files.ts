import { randomBytes } from 'node:crypto'
import type { ZoneRoot } from '../../chain/heartbeat.ts'
import { fromHex } from '../../crypto/hex.ts'
import { OperatorError } from '../../errors.ts'
import { fileName } from '../../frozen/file.ts'
import {
  childTowards,
  type FilePosition,
  rootPosition,
  verifyBucket,
  verifyTile,
} from '../../frozen/verify-file.ts'
import { OutboundError } from '../../rpc/outbound/error.ts'
import type { OutboundResponse, SsrfSafeFetch } from '../../rpc/ssrf-safe-fetch.ts'

/** What a client would stumble over at a host of files; no problem: a sample was read. */
export interface HostReading {
  readonly url: string
  /** That were fetched. */
  readonly files: number
  readonly ms: number
  readonly problem?: string
}

interface ReadFiles {
  readonly urls: readonly string[]
  /** As the contract has it. */
  readonly zone: ZoneRoot
  /** Of the domain, which is in each zone; lower-case hex. */
  readonly domainNode: string
  readonly fetch: SsrfSafeFetch
  /** Of each file. */
  readonly timeoutMs: number
  readonly signal: AbortSignal
}

/** Ways from the root to a bucket, beside that of the domain. */
const randomWays = 3

/** A bucket has 8 KiB on average, a tile 16 KiB in hex. */
const maxFileBytes = 2_097_152

/** The most that `readFilesOfHosts` fetches from one host: the file of the root, and a bucket below two more tiles for each way. */
export const maxFilesOfHost = 1 + (1 + randomWays) * 3

/** Reads a few ways from the root to names at each host, as a client in a browser does, and checks all by the root alone. */
export function readFilesOfHosts({
  urls,
  zone,
  domainNode,
  ...options
}: ReadFiles): Promise<readonly HostReading[]> {
  const nodes = [
    fromHex(domainNode as `0x${string}`),
    ...Array.from({ length: randomWays }, () => randomBytes(32)),
  ]
  return Promise.all(urls.map((url) => readHost(url, { zone, domainNode, nodes, ...options })))
}

interface ReadHost extends Omit<ReadFiles, 'urls'> {
  readonly nodes: readonly Uint8Array[]
}

async function readHost(
  url: string,
  { zone, domainNode, nodes, ...options }: ReadHost,
): Promise<HostReading> {
  const startedAt = performance.now()
  const known = new Map<string, string>()
  const read = async (position: FilePosition) => {
    const file = fileName(position.hash)
    const text = known.get(file) ?? (await fetchFile(`${url.replace(/\/+$/, '')}/${file}`, options))
    known.set(file, text)
    return text
  }
  const facts = () => ({ url, files: known.size, ms: Math.round(performance.now() - startedAt) })
  let file = ''
  try {
    for (const node of nodes) {
      let position = rootPosition(fromHex(zone.root), zone.depth)
      while (position.bits > 0) {
        file = fileName(position.hash)
        position = childTowards(node, verifyTile(await read(position), position))
      }
      file = fileName(position.hash)
      const names = verifyBucket(await read(position), position)
      if (node === nodes[0] && !names.some((name) => name.node === domainNode))
        throw new OperatorError('It lacks the domain itself.')
    }
    return facts()
  } catch (error) {
    if (!(error instanceof OperatorError || error instanceof OutboundError)) throw error
    const { message } = error
    return {
      ...facts(),
      problem: error instanceof OperatorError ? `${file}: ${message}` : `${file} ${message}.`,
    }
  }
}

/** @throws OutboundError; OperatorError for what clients do not read. */
async function fetchFile(
  url: string,
  { fetch, timeoutMs, signal }: Pick<ReadFiles, 'fetch' | 'timeoutMs' | 'signal'>,
): Promise<string> {
  const headers = { origin: 'https://app.example' }
  const response = await fetch({ url, method: 'GET', headers, maxBytes: maxFileBytes, timeoutMs, signal })
  const problem = problemOf(response)
  if (problem !== undefined) throw new OperatorError(problem)
  return response.body
}

function problemOf({
  status,
  contentType = 'none',
  allowOrigin = 'none',
}: OutboundResponse): string | undefined {
  if (status !== 200) return `The host returned the status ${status}.`
  if (!/^application\/json\b/.test(contentType))
    return `It has the content type ${contentType.slice(0, 60)}, and clients need application/json.`
  if (allowOrigin !== '*')
    return `It has the header access-control-allow-origin ${allowOrigin.slice(0, 60)}, and apps in browsers need *.`
  return undefined
}
