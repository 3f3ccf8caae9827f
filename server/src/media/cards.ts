import { createHash } from 'node:crypto'
import { extname } from 'node:path'
import { Worker } from 'node:worker_threads'
import { LRUCache } from 'lru-cache'
import { createSemaphore } from '../async/limits.ts'
import { AppError } from '../errors.ts'
import type { CardResponse } from './cards/card-thread.ts'
import type { CardContent } from './cards/layout.ts'

/** Pictures of 1200 × 630 pixels for previews of links. */
export interface Cards {
  /** Identifies the image: equal contents have equal keys. */
  readonly keyOf: (content: CardContent) => string
  /**
   * A PNG image. Equal contents are drawn once, as long as the image is in memory.
   *
   * @param admit Runs before a card is drawn: throws when the client has caused too many.
   * @throws AppError `ServiceUnavailableException` when too many others are waiting, or the card takes too long.
   */
  readonly render: (content: CardContent, admit: () => Promise<void>) => Promise<Uint8Array>
  readonly close: () => Promise<void>
}

interface CardLimits {
  /** Of the images in memory. */
  readonly maxBytes: number
  /** Of one card; the thread is ended then. */
  readonly timeoutMs: number
  /** Without a card, after which the thread ends and frees its fonts. */
  readonly idleMs: number
}

const defaultLimits: CardLimits = { maxBytes: 16 * 1_048_576, timeoutMs: 10_000, idleMs: 60_000 }

/** For the turn, of which there is one. */
const queueTimeoutMs = 10_000

/** A card that took too long is not tried again for so long. */
const failureTtlMs = 60_000

const entryOverheadBytes = 1_000

/** Fonts that are not used any more stay in the memory of the thread. */
const maxCardsPerThread = 250

/** MiB of JavaScript values; fonts and images are outside of them. */
const maxHeapMb = 128

/** Incremented when cards of the same content look different. */
const version = 1

function cardKey({ picture, ...content }: CardContent): string {
  const { headline, detail, ground, ink } = content
  const hash = createHash('sha256').update(JSON.stringify([version, headline, detail, ground, ink]))
  return hash.update('svg' in picture ? picture.svg : picture.png).digest('base64url')
}

/** Draws in a thread of its own: fonts take time and memory, and texts are of others. */
export function createCards({ maxBytes, timeoutMs, idleMs }: CardLimits = defaultLimits): Cards {
  const kept = new LRUCache<string, Uint8Array | AppError>({
    maxSize: maxBytes,
    sizeCalculation: (image) => entryOverheadBytes + (image instanceof AppError ? 0 : image.length),
  })
  const running = new Map<string, Promise<Uint8Array>>()
  const runInTurn = createSemaphore(1)
  const thread = createThread({ timeoutMs, idleMs })
  const draw = async (key: string, content: CardContent): Promise<Uint8Array> => {
    const png = await runInTurn(() => thread.draw(content), AbortSignal.timeout(queueTimeoutMs)).catch(
      (error: unknown) => {
        throw error instanceof AppError ? error : unavailable('Too many cards are waiting. Retry later.')
      },
    )
    kept.set(key, png)
    return png
  }
  return {
    keyOf: cardKey,
    render: async (content, admit) => {
      const key = cardKey(content)
      const known = kept.get(key)
      if (known instanceof AppError) throw known
      if (known) return known
      await admit()
      const drawing = running.get(key) ?? draw(key, content)
      running.set(key, drawing)
      try {
        return await drawing
      } catch (error) {
        if (error instanceof CardError) kept.set(key, error, { ttl: failureTtlMs })
        throw error
      } finally {
        running.delete(key)
      }
    },
    close: thread.close,
  }
}

function unavailable(message: string) {
  return new AppError('ServiceUnavailableException', message)
}

/** Of the card itself: it would fail again. */
class CardError extends AppError {
  constructor() {
    super('ServiceUnavailableException', 'The card cannot be drawn. Retry later.')
  }
}

/** Beside this module, in the sources and in the build. */
const threadFile = new URL(
  extname(import.meta.filename) === '.ts' ? './cards/card-thread.ts' : './card-thread.js',
  import.meta.url,
)

interface CardThread {
  /** One at a time. */
  readonly draw: (content: CardContent) => Promise<Uint8Array>
  readonly close: () => Promise<void>
}

function createThread({ timeoutMs, idleMs }: Omit<CardLimits, 'maxBytes'>): CardThread {
  let worker: Worker | undefined
  let drawn = 0
  let idle: NodeJS.Timeout | undefined
  const end = async () => {
    const ending = worker
    worker = undefined
    await ending?.terminate()
  }
  const start = () => {
    drawn = 0
    const started = new Worker(threadFile, { resourceLimits: { maxOldGenerationSizeMb: maxHeapMb } })
    // An idle thread must not keep the process alive.
    started.unref()
    // It ends then, which settles the card.
    started.on('error', () => {})
    return started
  }
  /** Undefined: too late, or the thread has ended. */
  const send = (thread: Worker, content: CardContent) =>
    new Promise<CardResponse | undefined>((resolve) => {
      const timer = setTimeout(() => settle(undefined), timeoutMs)
      const settle = (response: CardResponse | undefined) => {
        clearTimeout(timer)
        thread.off('message', settle).off('exit', fail)
        resolve(response)
      }
      const fail = () => settle(undefined)
      thread.on('message', settle).on('exit', fail)
      thread.postMessage(content)
    })
  return {
    draw: async (content) => {
      clearTimeout(idle)
      worker ??= start()
      const response = await send(worker, content)
      drawn++
      // What a late one still does is of no use.
      if (!response || drawn >= maxCardsPerThread) await end()
      else idle = setTimeout(() => void end(), idleMs).unref()
      if (response && 'png' in response) return response.png
      throw new CardError()
    },
    close: async () => {
      clearTimeout(idle)
      await end()
    },
  }
}
