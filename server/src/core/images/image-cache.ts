import { createHash } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import { createKeyedSemaphore, createSemaphore } from '../../async/limits.ts'
import { AppError, type ErrorName } from '../../errors.ts'
import type { MediaFile } from '../../media/media-file.ts'

interface ImageLoad {
  /** Key of its limits. */
  readonly client: string
  /** What the image depends on. */
  readonly source: readonly (string | number)[]
  readonly load: () => Promise<MediaFile>
}

export interface ImageCache {
  /**
   * Keeps an image for an hour, and its failure for a minute. Joins a running load of the same client: one of another
   * client may fail because of its limits.
   */
  readonly get: (load: ImageLoad) => Promise<MediaFile>
}

const imageTtlMs = 3_600_000
const failureTtlMs = 60_000
const entryOverheadBytes = 1_000

/** Those of the image, not of the request or this service. */
const imageErrors: readonly ErrorName[] = [
  'NotFoundException',
  'UpstreamException',
  'UpstreamTimeoutException',
]

/** Each holds some megabytes. */
const maxConcurrentLoads = { total: 16, perClient: 4 }
const queueTimeoutMs = 10_000

export function createImageCache(maxBytes: number): ImageCache {
  const images = new LRUCache<string, MediaFile | AppError>({
    maxSize: maxBytes,
    sizeCalculation: (image) => entryOverheadBytes + (image instanceof AppError ? 0 : image.bytes.length),
    ttl: imageTtlMs,
  })
  const inFlight = new Map<string, Promise<MediaFile>>()
  const runInTurn = createQueue()

  const loadAndKeep = async (key: string, { client, load }: ImageLoad): Promise<MediaFile> => {
    try {
      const image = await runInTurn(client, load)
      images.set(key, image)
      return image
    } catch (error) {
      if (error instanceof AppError && imageErrors.includes(error.name))
        images.set(key, error, { ttl: failureTtlMs })
      throw error
    }
  }
  return {
    get: async (load) => {
      const key = createHash('sha256').update(JSON.stringify(load.source)).digest('base64url')
      const cached = images.get(key)
      if (cached instanceof AppError) throw cached
      if (cached) return cached
      const flight = `${load.client} ${key}`
      const running = inFlight.get(flight) ?? loadAndKeep(key, load).finally(() => inFlight.delete(flight))
      inFlight.set(flight, running)
      return running
    },
  }
}

/** Rejects a task that does not start in time. */
function createQueue() {
  const ofClient = createKeyedSemaphore(maxConcurrentLoads.perClient)
  const ofAll = createSemaphore(maxConcurrentLoads.total)
  return <T>(client: string, task: () => Promise<T>): Promise<T> => {
    const waiting = new AbortController()
    const timer = setTimeout(() => waiting.abort(queueTimeoutError()), queueTimeoutMs)
    const start = () => {
      clearTimeout(timer)
      return task()
    }
    return ofClient(client)(() => ofAll(start, waiting.signal), waiting.signal)
  }
}

function queueTimeoutError() {
  return new AppError('ServiceUnavailableException', 'Too many images are waiting. Retry later.')
}
