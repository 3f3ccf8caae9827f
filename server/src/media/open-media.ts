import { availableParallelism } from 'node:os'
import { LRUCache } from 'lru-cache'
import { createSemaphore } from '../async/semaphore.ts'
import { AppError } from '../errors.ts'
import type { BucketSettings } from './bucket.ts'
import { mediaFolder, type OpenedImage } from './folder.ts'
import type { Bounds } from './image.ts'
import type { MediaFile } from './media-file.ts'

export interface Media {
  /**
   * Re-encodes an image (`normalizeImage`) and stores it.
   *
   * @returns its URL, relative where this service serves it.
   * @throws AppError those of `normalizeImage`; `ServiceUnavailableException` when too many others are waiting, or the
   * storage fails.
   */
  save(bytes: Uint8Array, bounds: Bounds): Promise<string>
  /** Undefined for an unknown name. */
  open(name: string): Promise<OpenedImage | undefined>
  /** Of served images; at most ten minutes old. */
  totalBytes(): Promise<number>
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

/** Loaded with the first upload: decoders take memory. */
async function loadNormalizer() {
  const { configureDecoder } = await import('./decoder.ts')
  const { normalizeImage } = await import('./image.ts')
  configureDecoder()
  return normalizeImage
}

/** Large; loaded only for a bucket. */
async function loadBucket(settings: BucketSettings) {
  const { openBucket } = await import('./bucket.ts')
  return openBucket(settings)
}
