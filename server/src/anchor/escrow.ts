import { createHash } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import { encrypt } from '../backups/encryption.ts'
import { type BucketAccess, isBucketUrl, openTarget } from '../backups/open-target.ts'
import type { BackupTarget } from '../backups/target.ts'
import { OperatorError } from '../errors.ts'
import type { Domain } from '../model/domain.ts'

/** Below the folder of a domain, at each target. */
const escrowFolder = 'escrow'

const namePattern = /^escrow-\d{8}T\d{6}Z\.jsonl\.gz\.age$/

export function isEscrowName(name: string): boolean {
  return namePattern.test(name)
}

function manifestName(name: string): string {
  return name.replace(/\.jsonl\.gz\.age$/, '.json')
}

export interface MadeEscrow {
  readonly name: string
  readonly path: string
  /** Its text. */
  readonly manifest: string
}

interface EscrowOptions {
  readonly domain: Pick<Domain, 'name' | 'chainId'>
  /** Of age. */
  readonly recipient: string
  /** An export: lines of JSON, in parts of whole lines, the last one with its counts. */
  readonly lines: AsyncIterable<string>
  /** Milliseconds since 1970. */
  readonly now: number
  readonly work: string
  readonly signal: AbortSignal
}

/** Writes an export, compressed and encrypted to the owner of the domain, in constant memory. */
export async function makeEscrow(options: EscrowOptions): Promise<MadeEscrow> {
  const { domain, recipient, lines, now, work, signal } = options
  const takenAt = new Date(now).toISOString()
  const name = `escrow-${takenAt.replace(/[-:]|\.\d+/g, '')}.jsonl.gz.age`
  const path = join(work, name)
  let last = ''
  const measured = async function* () {
    for await (const text of lines) {
      last = text
      yield text
    }
  }
  const hash = createHash('sha256')
  let bytes = 0
  const compressed = Readable.from(measured()).pipe(createGzip())
  const encrypted = await encrypt(recipient, compressed)
  await pipeline(
    Readable.from(encrypted),
    async function* (chunks: AsyncIterable<Uint8Array>) {
      for await (const chunk of chunks) {
        hash.update(chunk)
        bytes += chunk.length
        yield chunk
      }
    },
    createWriteStream(path, { flags: 'wx', mode: 0o600 }),
    { signal },
  )
  const manifest = {
    format: 'byname-escrow',
    version: 1,
    domain: domain.name,
    chainId: domain.chainId,
    takenAt,
    ...countsOf(last),
    bytes,
    sha256: hash.digest('hex'),
    recipient,
  }
  return { name, path, manifest: `${JSON.stringify(manifest, null, 2)}\n` }
}

/** Of the last line of an export. */
function countsOf(text: string) {
  const { type, names, claimed } = JSON.parse(text.trimEnd().split('\n').at(-1) ?? '{}')
  if (type !== 'end') throw new OperatorError('The export ended before its end.')
  return { names: Number(names), claimed: Number(claimed) }
}

interface EscrowPlace {
  /** Of the domain at a target. */
  readonly place: string
  readonly access: BucketAccess
  /** So many stay, the newest. */
  readonly kept: number
}

/** Puts it at a target; the manifest comes last. @throws OperatorError */
export async function putEscrow(
  { name, path, manifest }: MadeEscrow,
  { place, access, kept }: EscrowPlace,
): Promise<void> {
  const target = await openEscrows(place, access)
  try {
    await target.put(name, createReadStream(path))
    await target.put(manifestName(name), Readable.from([Buffer.from(manifest)]))
    const names = (await target.list(isEscrowName)).map((object) => object.name).toSorted()
    for (const old of names.slice(0, Math.max(0, names.length - kept))) {
      await target.delete(manifestName(old))
      await target.delete(old)
    }
  } finally {
    target.close()
  }
}

async function openEscrows(place: string, access: BucketAccess): Promise<BackupTarget> {
  const path = `${place}/${escrowFolder}`
  if (!isBucketUrl(path)) await mkdir(path, { recursive: true, mode: 0o755 })
  return openTarget(path, access)
}
