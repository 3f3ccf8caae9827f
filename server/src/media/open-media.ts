import { availableParallelism } from 'node:os'
import { LRUCache } from 'lru-cache'
import { deferImport } from '../async/defer-import.ts'
import { createSemaphore, type Semaphore } from '../async/semaphore.ts'
import { AppError } from '../errors.ts'
import type { BucketSettings } from './bucket.ts'
import { mediaFolder, type OpenedImage } from './folder.ts'
import type { Bounds } from './image.ts'
import type { MediaFile } from './media-file.ts'

type AdmitImage = (image: { readonly name: string; readonly bytes: number }) => Promise<void>

export interface Media {
  /**
   * Re-encodes an image (`normalizeImage`) and stores it. `admit` decides with the name and size of the file before it is
   * stored.
   *
   * @returns its URL, relative where this service serves it.
   * @throws AppError those of `normalizeImage`; `ServiceUnavailableException` when too many others are waiting, or the
   * storage fails.
   */
  save(bytes: Uint8Array, bounds: Bounds, admit: AdmitImage): Promise<string>
  /**
   * Encodes an image (`renderImage`) without storing it.
   *
   * @throws AppError those of `renderImage`; `ServiceUnavailableException` when too many others are waiting.
   */
  render(bytes: Uint8Array, bounds: Bounds): Promise<MediaFile>
  /** Undefined for an unknown name. */
  open(name: string): Promise<OpenedImage | undefined>
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
  const sizes = new LRUCache<'folder', number>({ max: 1, ttl: sizeCacheMs, fetchMethod: () => folder.size() })
  return {
    save: async (bytes, bounds, admit) => {
      const { normalizeImage } = await importDecoder()
      const file = await runInTurn(uploads, () => normalizeImage(bytes, bounds))
      await admit({ name: file.name, bytes: file.bytes.byteLength })
      return put(file)
    },
    render: async (bytes, bounds) => {
      const { renderImage } = await importDecoder()
      return runInTurn(renderings, () => renderImage(bytes, bounds))
    },
    open: folder.open,
    totalBytes: () => sizes.forceFetch('folder'),
    check: () => (bucket ?? folder).check(),
    close: () => bucket?.close(),
  }
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
  const { configureDecoder } = await import('./decoder.ts')
  const { normalizeImage, renderImage } = await import('./image.ts')
  configureDecoder()
  return { normalizeImage, renderImage }
})

/** Large; loaded only for a bucket. */
async function loadBucket(settings: BucketSettings) {
  const { openBucket } = await import('./bucket.ts')
  return openBucket(settings)
}
