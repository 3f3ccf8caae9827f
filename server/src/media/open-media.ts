import { availableParallelism } from 'node:os'
import { LRUCache } from 'lru-cache'
import { createSemaphore } from '../async/semaphore.ts'
import { AppError } from '../errors.ts'
import type { BucketSettings } from './bucket.ts'
import { mediaFolder, type OpenedImage } from './folder.ts'
import type { Bounds } from './image.ts'
import type { MediaFile } from './media-file.ts'

/** Images that callers upload. */
export interface Media {
  /**
   * Re-encodes an uploaded image (`normalizeImage`) and stores it.
   *
   * @returns its URL, relative to this service where the service itself serves it.
   * @throws AppError those of `normalizeImage`; `ServiceUnavailableException` when too many others are waiting, or the storage
   * fails.
   */
  save(bytes: Uint8Array, bounds: Bounds): Promise<string>
  /** Opens an image that this service serves, undefined if there is none of that name. */
  open(name: string): Promise<OpenedImage | undefined>
  /** Bytes of the images that this service serves, at most ten minutes old. */
  totalBytes(): Promise<number>
  close(): void
}

/** Where images are stored. */
interface MediaSettings {
  readonly folder: string
  /** Absent: in the folder. */
  readonly bucket: BucketSettings | undefined
}

/** The path under which images of the folder are served. */
function servedPath(name: string) {
  return `media/${name}`
}

/** Images decoded at a time: half the cores, and fewer than Node's thread pool, which files and DNS share. */
const maxConcurrentDecodes = Math.min(2, Math.ceil(availableParallelism() / 2))

/** Milliseconds for which the size of the folder is cached: measuring reads every file. */
const sizeCacheMs = 600_000

/** Milliseconds that an image may wait in the queue. */
const queueTimeoutMs = 20_000

/** Opens the storage of images; the folder is served in any case, so that moving to a bucket breaks no earlier URL. */
export async function openMedia(settings: MediaSettings): Promise<Media> {
  const folder = mediaFolder(settings.folder)
  const bucket = settings.bucket && (await loadBucket(settings.bucket))
  const semaphore = createSemaphore(maxConcurrentDecodes)

  const put = async (file: MediaFile) => {
    if (bucket) return bucket.put(file)
    await folder.put(file)
    return servedPath(file.name)
  }
  const sizes = new LRUCache<'folder', number>({ max: 1, ttl: sizeCacheMs, fetchMethod: () => folder.size() })
  let normalizer: ReturnType<typeof loadNormalizer> | undefined
  return {
    save: async (bytes, bounds) => {
      normalizer ??= loadNormalizer()
      const normalizeImage = await normalizer
      // Only waiting has a timeout: decoding cannot be stopped, and counts until it ends.
      const waiting = new AbortController()
      const timer = setTimeout(() => waiting.abort(queueTimeoutError()), queueTimeoutMs)
      const normalize = () => {
        clearTimeout(timer)
        return normalizeImage(bytes, bounds)
      }
      return put(await semaphore(normalize, waiting.signal))
    },
    open: folder.open,
    totalBytes: () => sizes.forceFetch('folder'),
    close: () => bucket?.close(),
  }
}

function queueTimeoutError() {
  return new AppError('ServiceUnavailableException', 'Too many images are waiting. Retry later.')
}

/** Loads the decoders with the first upload: they take memory, and many services need none. */
async function loadNormalizer() {
  const { configureDecoder } = await import('./decoder.ts')
  const { normalizeImage } = await import('./image.ts')
  configureDecoder()
  return normalizeImage
}

/** Loads the client of S3 only if there is a bucket: it is large. */
async function loadBucket(settings: BucketSettings) {
  const { openBucket } = await import('./bucket.ts')
  return openBucket(settings)
}
