import { createHash } from 'node:crypto'
import { availableParallelism } from 'node:os'
import type { Readable } from 'node:stream'
import { LRUCache } from 'lru-cache'
import { deferImport } from '../async/defer-import.ts'
import { createSemaphore, type Semaphore } from '../async/limits.ts'
import { AppError } from '../errors.ts'
import type { BucketSettings } from './bucket.ts'
import { mediaFolder, type OpenedImage } from './folder.ts'
import type { Bounds, RenderBounds } from './image.ts'
import { contentTypeOf, type MediaFile } from './media-file.ts'

/** Decoding time of the client that causes it. */
export interface DecodingQuota {
  /** @throws AppError `TooManyRequestsException` when it is used up. */
  readonly assertRemaining: () => void
  /** Counts a decode, whether it succeeded or not, in milliseconds. */
  readonly spend: (durationMs: number) => void
}

/** An upload that may be stored. */
export interface AdmittedImage {
  /** After it is stored. */
  readonly confirm: () => Promise<void>
  /** After the storage has failed. */
  readonly giveBack: () => Promise<void>
}

interface Upload {
  readonly quota: DecodingQuota
  /** Decides with the name and size of the file before it is stored. */
  readonly admit: (image: { readonly name: string; readonly bytes: number }) => Promise<AdmittedImage>
}

type Adoption = Pick<Upload, 'quota'> & Partial<Upload>

interface Rendering extends RenderBounds {
  readonly quota: DecodingQuota
}

/** Equal bytes with equal bounds are decoded once, as long as the result or its failure is in memory. */
export interface Media {
  /**
   * Re-encodes an image (`normalizeImage`) and stores it.
   *
   * @returns its URL, relative where this service serves it.
   * @throws AppError those of `normalizeImage` and of the quota; `ServiceUnavailableException` when too many others are
   * waiting, or the storage fails.
   */
  save(bytes: Uint8Array, bounds: Bounds, upload: Upload): Promise<string>
  /**
   * As `save`, of an image that another place has stored (`adoptImage`). Without `admit` it is not stored.
   *
   * @throws AppError those of `save`.
   */
  adopt(bytes: Uint8Array, bounds: Bounds, upload: Adoption): Promise<string>
  /**
   * Encodes an image (`renderImage`) without storing it.
   *
   * @throws AppError those of `renderImage` and of the quota; `ServiceUnavailableException` when too many others are
   * waiting.
   */
  render(bytes: Uint8Array, rendering: Rendering): Promise<MediaFile>
  /** A square PNG image, in pixels of a side, of one that `render` returned. */
  toPng(bytes: Uint8Array, side: number): Promise<Uint8Array>
  /** Of an image that `save` stored; without effect if it is gone, or for a name that `save` does not give. */
  delete(name: string): Promise<void>
  /** Removes what uploads that were interrupted before this time have left in the folder. */
  deleteUnfinished(before: number): Promise<void>
  /** In the folder, of which this service serves it; undefined for an unknown name. */
  open(name: string): Promise<OpenedImage | undefined>
  /** Also in the bucket. */
  read(name: string): Promise<Readable | undefined>
  /** The URL of an image that is stored, as `save` returns it; undefined for an unknown name. */
  find(name: string): Promise<string | undefined>
  /** Of served images; at most ten minutes old. */
  totalBytes(): Promise<number>
  /** Why images cannot be stored; undefined where nothing shows it. */
  check(): Promise<string | undefined>
  close(): void
}

interface MediaSettings {
  readonly folder: string
  /** Absent: in the folder. */
  readonly bucket: BucketSettings | undefined
}

function servedPath(name: string) {
  return `media/${name}`
}

/** Half the cores, and fewer than Node's thread pool, which files and DNS share. */
const maxConcurrentDecodes = Math.min(2, Math.ceil(availableParallelism() / 2))

/** Measuring reads every file. */
const sizeCacheMs = 600_000

const queueTimeoutMs = 20_000

/** Of decoded images, in memory. */
const maxKeptBytes = 16 * 1_048_576
const keptOverheadBytes = 1_000
/** A decoder that timed out may succeed later. */
const failureTtlMs = 600_000

/** Serves the folder even with a bucket: earlier URLs outlive a move. */
export async function openMedia(settings: MediaSettings): Promise<Media> {
  const folder = mediaFolder(settings.folder)
  const bucket = settings.bucket && (await loadBucket(settings.bucket))
  const uploads = createSemaphore(maxConcurrentDecodes)
  // Anonymous requests render, and must not delay uploads.
  const renderings = createSemaphore(1)

  const put = async (file: MediaFile) => {
    if (bucket) return bucket.put(file)
    await folder.put(file)
    return servedPath(file.name)
  }
  const store = async (file: MediaFile, admit: Upload['admit']) => {
    const { confirm, giveBack } = await admit({ name: file.name, bytes: file.bytes.byteLength })
    const url = await put(file).catch(async (error: unknown) => {
      // Its own failure must not hide why the file is not stored.
      await giveBack().catch(() => undefined)
      throw error
    })
    await confirm()
    return url
  }
  const urlOf = (name: string) => bucket?.urlOf(name) ?? servedPath(name)
  const sizes = new LRUCache<'folder', number>({ max: 1, ttl: sizeCacheMs, fetchMethod: () => folder.size() })
  const kept = new LRUCache<string, MediaFile | AppError>({
    maxSize: maxKeptBytes,
    sizeCalculation: (result) => keptOverheadBytes + (result instanceof AppError ? 0 : result.bytes.length),
  })
  /** In turn, and if another turn has not brought the result meanwhile. */
  const decodeOnce = async (
    key: string,
    { inTurn, quota }: { readonly inTurn: Semaphore; readonly quota: DecodingQuota },
    decode: () => Promise<MediaFile>,
  ): Promise<MediaFile> => {
    const known = kept.get(key)
    if (known) return unwrap(known)
    return runInTurn(inTurn, async () => {
      const meanwhile = kept.get(key)
      if (meanwhile) return unwrap(meanwhile)
      quota.assertRemaining()
      const startedAt = performance.now()
      const result = await decode()
        .catch(asFailure)
        .finally(() => quota.spend(performance.now() - startedAt))
      kept.set(key, result, result instanceof AppError ? { ttl: failureTtlMs } : {})
      return unwrap(result)
    })
  }
  return {
    save: async (bytes, bounds, { quota, admit }) => {
      const { normalizeImage } = await importDecoder()
      const key = keyOf('normalized', bytes, bounds.width, bounds.height)
      const file = await decodeOnce(key, { inTurn: uploads, quota }, () => normalizeImage(bytes, bounds))
      return store(file, admit)
    },
    adopt: async (bytes, bounds, { quota, admit }) => {
      const { adoptImage } = await importDecoder()
      const key = keyOf('adopted', bytes, bounds.width, bounds.height)
      const file = await decodeOnce(key, { inTurn: uploads, quota }, () => adoptImage(bytes, bounds))
      return admit ? store(file, admit) : urlOf(file.name)
    },
    render: async (bytes, { quota, ...bounds }) => {
      const { renderImage } = await importDecoder()
      const key = keyOf('rendered', bytes, bounds.width, bounds.height, bounds.maxPixels)
      return decodeOnce(key, { inTurn: renderings, quota }, () => renderImage(bytes, bounds))
    },
    toPng: async (bytes, side) => {
      const { encodeSquare } = await importDecoder()
      return runInTurn(renderings, () => encodeSquare(bytes, side))
    },
    delete: async (name) => {
      if (!contentTypeOf(name)) return
      // A folder that was used before the bucket may have it too.
      await bucket?.delete(name)
      await folder.delete(name)
    },
    deleteUnfinished: folder.deleteUnfinished,
    open: folder.open,
    read: async (name) => {
      if (!contentTypeOf(name)) return undefined
      return (await folder.open(name))?.stream ?? bucket?.read(name)
    },
    find: async (name) => {
      if (!contentTypeOf(name)) return undefined
      // New images go to the bucket; those of the folder stay served.
      if (await bucket?.has(name)) return urlOf(name)
      return (await folder.has(name)) ? servedPath(name) : undefined
    },
    totalBytes: () => sizes.forceFetch('folder'),
    check: () => (bucket ?? folder).check(),
    close: () => bucket?.close(),
  }
}

function keyOf(use: string, bytes: Uint8Array, ...bounds: readonly number[]): string {
  return [use, createHash('sha256').update(bytes).digest('base64url'), ...bounds].join(' ')
}

function unwrap(result: MediaFile | AppError): MediaFile {
  if (result instanceof AppError) throw result
  return result
}

/** Throws what is not the fault of the image. */
function asFailure(error: unknown): AppError {
  if (error instanceof AppError && error.name === 'BadRequestException') return error
  throw error
}

function queueTimeoutError() {
  return new AppError('ServiceUnavailableException', 'Too many images are waiting. Retry later.')
}

/** Only waiting has a timeout: decoding cannot be stopped, and counts until it ends. */
function runInTurn<T>(semaphore: Semaphore, decode: () => Promise<T>): Promise<T> {
  const waiting = new AbortController()
  const timer = setTimeout(() => waiting.abort(queueTimeoutError()), queueTimeoutMs)
  return semaphore(() => {
    clearTimeout(timer)
    return decode()
  }, waiting.signal)
}

const importDecoder = deferImport(async () => {
  const { configureDecoder } = await import('./image.ts')
  const { adoptImage, encodeSquare, normalizeImage, renderImage } = await import('./image.ts')
  configureDecoder()
  return { adoptImage, encodeSquare, normalizeImage, renderImage }
})

/** Large; loaded only for a bucket. */
async function loadBucket(settings: BucketSettings) {
  const { openBucket } = await import('./bucket.ts')
  return openBucket(settings)
}
