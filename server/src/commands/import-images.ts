import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Readable } from 'node:stream'
import type { Context } from '../context.ts'
import type { ImportedName, ImportResult } from '../core/archives/import.ts'
import { adoptImage } from '../core/images/record-images.ts'
import type { ChainId } from '../ens/chains.ts'
import { type EnsName, joinName, parseNewLabel } from '../ens/names.ts'
import { AppError, errorCode } from '../errors.ts'
import type { PlannedNames } from '../listings/import-plan.ts'
import type { ListedImage, NameToImport } from '../listings/listed-name.ts'
import { originOfHost } from '../model/domain-host.ts'
import { imagesAt } from './export-service.ts'

interface AdoptedName {
  /** With the new URLs of its images. */
  readonly name: ImportedName
  /** Which images are not here, and why. */
  readonly notes: readonly string[]
}

interface ImageImportOptions {
  readonly chainId: ChainId
  readonly domain: EnsName
  readonly isDryRun: boolean
  /** Of the names: beside it, or in it, is the folder `images`. */
  readonly source: string
  /** Where the images are instead; given by the user. */
  readonly imagesUrl: string | undefined
}

type RecordInput = ImportedName['records']

interface AdoptedRecords {
  readonly records: RecordInput
  readonly notes: readonly string[]
}

type WriteNames<Name> = (names: readonly Name[], planned: PlannedNames) => Promise<readonly ImportResult[]>

export interface ImageImport {
  /** Takes over the images of names before they are written. */
  readonly before: (write: WriteNames<ImportedName>) => WriteNames<NameToImport>
  /** Of the records of the domain's own name. */
  readonly adoptOwn: (records: RecordInput, images: readonly ListedImage[]) => Promise<AdoptedRecords>
  readonly counts: () => { readonly images: number; readonly missingImages: number }
}

/** Stands for the name of the domain itself; no name has it. */
const ownLabel = ''

/** Decoded by few threads, in which requests have their turn too. */
const imagesAtOnce = 2

/**
 * Stores the images of an export here, as an upload is stored, and writes their URLs of this place into the records. One that is
 * absent, damaged or no image is noted, and its record keeps its URL.
 */
export async function openImageImport(
  context: Context,
  { chainId, domain, isDryRun, source, imagesUrl }: ImageImportOptions,
): Promise<ImageImport> {
  const open = imagesUrl === undefined ? await imagesBeside(source) : imagesAt(imagesUrl)
  const toAbsolute = absoluteUrls(context)
  const counts = { images: 0, missingImages: 0 }
  const ownerOf = (label: string) => (label === ownLabel ? domain : joinName(parseNewLabel(label), domain))
  const adoptFile = async (file: string, label: string): Promise<string | AppError> => {
    try {
      const owner = { chainId, name: ownerOf(label) }
      const url = await adoptImage(context, { owner, file, read: () => readVerified(file, open), isDryRun })
      counts.images += 1
      return toAbsolute(url)
    } catch (error) {
      // The storage fails, not the image: an import can be repeated.
      if (!(error instanceof AppError) || error.name === 'ServiceUnavailableException') throw error
      counts.missingImages += 1
      return error
    }
  }
  const adopt = async (names: readonly NameToImport[]): Promise<readonly AdoptedName[]> => {
    const owners = new Map(
      names.flatMap((name) => presentImages(name).map(({ file }) => [file, name.label] as const)),
    )
    const files = [...owners]
    const urls = new Map<string, string | AppError>()
    for (let start = 0; start < files.length; start += imagesAtOnce)
      await Promise.all(
        files
          .slice(start, start + imagesAtOnce)
          .map(async ([file, label]) => urls.set(file, await adoptFile(file, label))),
      )
    return names.map((name) => withUrls(name, presentImages(name), urls))
  }
  return {
    counts: () => counts,
    adoptOwn: async (records, images) => {
      const [adopted] = await adopt([{ row: 0, label: ownLabel, isClaimed: true, records, images }])
      return { records: adopted?.name.records ?? records, notes: adopted?.notes ?? [] }
    },
    before: (write) => async (names, planned) => {
      const adopted = await adopt(names)
      const results = await write(
        adopted.map(({ name }) => name),
        planned,
      )
      return results.map((result, index) => ({
        ...result,
        notes: [...(adopted[index]?.notes ?? []), ...result.notes],
      }))
    },
  }
}

/** Those whose text still has their URL: a file that was edited may have another one. */
function presentImages({ records, images = [] }: NameToImport): readonly ListedImage[] {
  return images.filter(({ key, file }) =>
    records.texts?.some((text) => text.key === key && text.value.endsWith(`/${file}`)),
  )
}

function withUrls(
  name: ImportedName,
  images: readonly ListedImage[],
  urls: ReadonlyMap<string, string | AppError>,
): AdoptedName {
  const urlOf = (key: string) => {
    const image = images.find((each) => each.key === key)
    return image && urls.get(image.file)
  }
  const texts = name.records.texts?.map(({ key, value }) => {
    const url = urlOf(key)
    return { key, value: typeof url === 'string' ? url : value }
  })
  const notes = images.flatMap(({ key, file }) => {
    const reason = urls.get(file)
    if (!(reason instanceof AppError)) return []
    return [`The image of the text ${key} stays where it is (${file}): ${reason.message}`]
  })
  return { name: images.length > 0 ? { ...name, records: { ...name.records, texts } } : name, notes }
}

type OpenImage = (file: string) => Promise<Readable | undefined>

async function imagesBeside(source: string): Promise<OpenImage> {
  const found = await stat(source).catch(() => undefined)
  const folder = join(found?.isDirectory() ? source : dirname(source), 'images')
  return async (file) => {
    const path = join(folder, file)
    const image = await stat(path).catch((error: unknown) => {
      if (errorCode(error) !== 'ENOENT' && errorCode(error) !== 'ENOTDIR') throw error
    })
    return image?.isFile() ? createReadStream(path) : undefined
  }
}

/** Stored images are smaller. */
const maxImageBytes = 33_554_432

/** @throws AppError for another content than its name says. */
async function readVerified(file: string, open: OpenImage): Promise<Uint8Array | undefined> {
  const stream = await open(file)
  if (!stream) return undefined
  const chunks: Uint8Array[] = []
  let bytes = 0
  for await (const chunk of stream as AsyncIterable<Uint8Array>) {
    bytes += chunk.length
    if (bytes > maxImageBytes) throw damaged()
    chunks.push(chunk)
  }
  const content = Buffer.concat(chunks)
  if (!file.startsWith(createHash('sha256').update(content).digest('hex'))) throw damaged()
  return content
}

function damaged(): AppError {
  return new AppError('BadRequestException', 'It is damaged: it has another SHA-256.')
}

/** Warns once where records would have the URL of a developer's machine. */
function absoluteUrls({ config }: Context): (url: string) => string {
  let isWarned = config.publicUrl !== undefined
  return (url) => {
    if (URL.canParse(url)) return url
    const absolute = new URL(url, `${config.publicUrl ?? originOfHost(config)}/`).href
    if (!isWarned) console.error(`PUBLIC_URL is not set: images have URLs as ${absolute}.`)
    isWarned = true
    return absolute
  }
}
