import { createHash } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { mkdir, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { errorCode, OperatorError } from '../errors.ts'
import { archiveFormat, archiveVersion } from '../http/schema/archive.ts'
import { listedImages, objectOf } from '../listings/listed-name.ts'
import { writeCsv } from './export-csv.ts'
import { maxArchiveLineChars } from './import-source.ts'
import { createLineFile, type LineFile, splitLines } from './line-file.ts'
import { makeFolder } from './new-folder.ts'

/** Where an export is read: this service, or one that is asked by HTTP. */
export interface ExportSource {
  /** Lines as `archiveLines` has them, in parts of any length. */
  readonly lines: AsyncIterable<string>
  /** Undefined: there is no such image. */
  readonly readImage: (file: string) => Promise<Readable | undefined>
}

interface ExportCounts {
  readonly names: number
  readonly claimed: number
  /** Addresses of the allow-list. */
  readonly allowed: number
  /** Absent without the history. */
  readonly events?: number
}

interface Manifest extends ExportCounts {
  readonly format: string
  readonly version: number
  readonly domain: string
  readonly chainId: number
  readonly exportedAt: string
  readonly images: number
  readonly imageBytes: number
  /** Of which the names have the URLs, and whose files could not be read or have another hash. */
  readonly missingImages: number
}

interface ManifestFile {
  readonly name: string
  readonly bytes: number
  /** In hexadecimal digits. */
  readonly sha256: string
}

interface WriteExport extends ExportSource {
  /** JSON Schema of the lines. */
  readonly schema: object
  readonly show: (progress: string) => void
}

export interface WrittenExport {
  readonly manifest: Manifest
  /** Beside the images. */
  readonly files: readonly string[]
}

/**
 * Writes an export into a new folder: its names as JSON Lines and as CSV, the images of their records, the history if the source
 * has it, and a manifest with the hash of each file. @throws OperatorError as `makeFolder`, and for a source that is incomplete.
 */
export function writeExportFolder(path: string, source: WriteExport): Promise<WrittenExport> {
  return makeFolder(path, async ({ folder, work }) => {
    const wanted = join(work, 'wanted')
    const { head, counts, files } = await writeLines(folder, wanted, source)
    await writeCsv(folder, head.domain)
    await writeFile(join(folder, 'schema.json'), `${JSON.stringify(source.schema, null, 2)}\n`, {
      flush: true,
    })
    const others = ['names.csv', 'schema.json'].map((name) => describeFile(folder, name))
    const described = [...files, ...(await Promise.all(others))]
    const stored = join(work, 'stored')
    const images = await writeImages(folder, { wanted, stored }, source)
    const manifest: Manifest = {
      format: archiveFormat,
      version: archiveVersion,
      ...head,
      ...counts,
      ...images,
    }
    await writeManifest(folder, manifest, described, stored)
    return { manifest, files: [...described.map(({ name }) => name), 'manifest.json'] }
  })
}

type Head = Pick<Manifest, 'domain' | 'chainId' | 'exportedAt'>

interface WrittenLines {
  readonly head: Head
  readonly counts: ExportCounts
  readonly files: readonly ManifestFile[]
}

/** The files of the images go into the file `wanted`, with repetitions. */
async function writeLines(
  folder: string,
  wanted: string,
  { lines, show }: WriteExport,
): Promise<WrittenLines> {
  const names = await createLineFile(join(folder, 'names.jsonl'))
  const wantedImages = await createLineFile(wanted)
  let history: LineFile | undefined
  const hash = createHash('sha256')
  const counted = { names: 0, events: 0 }
  let head: Head | undefined
  let end: ReturnType<typeof endOf> | undefined
  for await (const text of splitLines(lines, maxArchiveLineChars)) {
    const value = parseLine(text)
    const line = `${text}\n`
    if (value.type === 'event') {
      history ??= await createLineFile(join(folder, 'history.jsonl'))
      counted.events += 1
      await history.write(line)
      continue
    }
    await names.write(line)
    for (const { file } of listedImages(value.images)) await wantedImages.write(`${file}\n`)
    if (value.type === 'domain') head = headOf(value)
    if (value.type === 'end') end = endOf(value)
    if (value.type !== 'name') continue
    hash.update(line)
    counted.names += 1
    if (counted.names % 500 === 0) show(`${counted.names.toLocaleString('en')} names written`)
  }
  if (end?.counts.events !== undefined) history ??= await createLineFile(join(folder, 'history.jsonl'))
  await wantedImages.close()
  const files = [
    { name: 'names.jsonl', ...(await names.close()) },
    ...(history ? [{ name: 'history.jsonl', ...(await history.close()) }] : []),
  ]
  if (!head || !end) throw new OperatorError('The export is incomplete: its last line is not its end.')
  const isWhole =
    end.counts.names === counted.names &&
    (end.counts.events ?? 0) === counted.events &&
    end.sha256 === hash.digest('hex')
  if (!isWhole) throw new OperatorError('The export has other names or events than its last line says.')
  return { head, counts: end.counts, files }
}

type Line = ReturnType<typeof parseLine>

function parseLine(text: string) {
  try {
    return objectOf<
      ('type' | 'images' | 'domain' | 'exportedAt') | ('names' | 'claimed' | 'allowed' | 'events' | 'sha256')
    >(JSON.parse(text))
  } catch (error) {
    throw new OperatorError('The export has a line that is not JSON.', { cause: error })
  }
}

function headOf({ domain, exportedAt }: Line): Head {
  const { name, chainId } = objectOf<'name' | 'chainId'>(domain)
  return { domain: `${name}`, chainId: Number(chainId), exportedAt: `${exportedAt}` }
}

function endOf({ names, claimed, allowed, events, sha256 }: Line) {
  const counts: ExportCounts = {
    names: Number(names),
    claimed: Number(claimed),
    allowed: Number(allowed ?? 0),
    ...(events !== undefined && { events: Number(events) }),
  }
  return { counts, sha256 }
}

/** Of images that are copied at the same time. */
const imagesPerPart = 8

interface ImageLists {
  readonly wanted: string
  /** Lines of `ManifestFile`. */
  readonly stored: string
}

/** Into the folder `images`, each once. */
async function writeImages(
  folder: string,
  { wanted, stored }: ImageLists,
  { readImage, show }: WriteExport,
): Promise<Pick<Manifest, 'images' | 'imageBytes' | 'missingImages'>> {
  const list = await createLineFile(stored)
  const counts = { images: 0, imageBytes: 0, missingImages: 0 }
  const copyAll = async (files: ReadonlySet<string>) => {
    for (const copied of await Promise.all([...files].map((file) => copyImage(folder, file, readImage)))) {
      if (copied === 'there') continue
      if (copied === 'missing') counts.missingImages += 1
      else {
        counts.images += 1
        counts.imageBytes += copied.bytes
        await list.write(`${JSON.stringify(copied)}\n`)
      }
    }
    show(`${counts.images.toLocaleString('en')} images written`)
  }
  let part = new Set<string>()
  for await (const file of splitLines(createReadStream(wanted, 'utf8'))) {
    part.add(file)
    if (part.size < imagesPerPart) continue
    await copyAll(part)
    part = new Set()
  }
  if (part.size > 0) await copyAll(part)
  await list.close()
  return counts
}

/** Stored ones are smaller. */
const maxImageBytes = 33_554_432

async function copyImage(
  folder: string,
  file: string,
  readImage: ExportSource['readImage'],
): Promise<ManifestFile | 'there' | 'missing'> {
  const name = `images/${file}`
  const path = join(folder, name)
  await mkdir(join(folder, 'images'), { recursive: true })
  if (await stat(path).catch(undefinedIfMissing)) return 'there'
  const source = await readImage(file)
  if (!source) return 'missing'
  const hash = createHash('sha256')
  let bytes = 0
  const measured = async function* (chunks: AsyncIterable<Uint8Array>) {
    for await (const chunk of chunks) {
      bytes += chunk.length
      if (bytes > maxImageBytes) throw new OperatorError(`${file} has more than ${maxImageBytes} bytes.`)
      hash.update(chunk)
      yield chunk
    }
  }
  await pipeline(source, measured, createWriteStream(path, { flags: 'wx', flush: true }))
  const sha256 = hash.digest('hex')
  if (file.startsWith(sha256)) return { name, bytes, sha256 }
  await rm(path)
  return 'missing'
}

function undefinedIfMissing(error: unknown): undefined {
  if (errorCode(error) !== 'ENOENT') throw error
}

/** A line for each file, since there can be any number of images. */
async function writeManifest(
  folder: string,
  manifest: Manifest,
  files: readonly ManifestFile[],
  stored: string,
): Promise<void> {
  const parts = async function* () {
    yield JSON.stringify(manifest, null, 2).replace(/\n\}$/, ',\n  "files": [')
    let separator = '\n    '
    for (const file of files) {
      yield `${separator}${JSON.stringify(file)}`
      separator = ',\n    '
    }
    for await (const line of splitLines(createReadStream(stored, 'utf8'))) yield `${separator}${line}`
    yield '\n  ]\n}\n'
  }
  await pipeline(parts, createWriteStream(join(folder, 'manifest.json'), { flush: true }))
}

async function describeFile(folder: string, name: string): Promise<ManifestFile> {
  const hash = createHash('sha256')
  await pipeline(createReadStream(join(folder, name)), hash)
  const { size } = await stat(join(folder, name))
  return { name, bytes: size, sha256: hash.digest('hex') }
}
