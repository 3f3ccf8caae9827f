import { Worker } from 'node:worker_threads'
import { withTimeout } from '../../async/time.ts'
import { OverloadedError } from '../../errors.ts'
import { type BatchResponse, type LookupThreadOptions, outcomesOf } from './lookup-batch.ts'
import type { PointRead, PointRow } from './point-read.ts'
import type { RecentReads } from './recent-reads.ts'
import { findThread } from './thread-file.ts'

const lookupThread = findThread('lookup-thread')

/** MiB; rows are short-lived. */
const maxYoungGenerationMb = 4

/** They wait for the disk, not for the processor. */
const threadCount = 4

/** Reads that wait, and milliseconds for which each may. */
const maxPending = 1_000
const maxWaitMs = 3_000

const expiryIntervalMs = 500

/** Milliseconds after a thread has ended before it could read. */
const restartMs = 1_000

/** Milliseconds that the reads of one message may be expected to take, and how many they may be. */
const batchMs = 2
const maxBatch = 32

/** Share of the last batch in the mean time of a read. */
const meanShare = 0.2

interface Pending extends Pick<PromiseWithResolvers<PointRow>, 'resolve' | 'reject'> {
  readonly read: PointRead
  readonly since: number
}

interface Thread {
  readonly worker: Worker
  isReady: boolean
  batch: readonly Pending[]
}

interface LookupThreadsOptions {
  readonly thread: LookupThreadOptions
  /** In the event loop: what a thread that has ended leaves behind. */
  readonly readHere: (read: PointRead) => PointRow
  /** After each message of a thread: milliseconds of its reads. */
  readonly onRead: (ms: readonly number[]) => void
  /** No thread can be started. */
  readonly onLost: () => void
  readonly recent: RecentReads
}

/**
 * Reads of lookups in threads with a read-only connection each, while the event loop goes on. Reads of a turn share messages. Each sees
 * all commits from before it was asked for. One thread is left for reads that were made lately, which are probably in memory.
 */
export class LookupThreads {
  readonly #options: LookupThreadsOptions
  readonly #threads = new Set<Thread>()
  readonly #waiting: { readonly recent: Pending[]; readonly other: Pending[] } = { recent: [], other: [] }
  #pending = 0
  #meanMs = 0
  #isFlushDue = false
  #expiry: NodeJS.Timeout | undefined
  #onDrained: (() => void) | undefined

  constructor(options: LookupThreadsOptions) {
    this.#options = options
  }

  /** Resolves to whether one of them can read. */
  async start(): Promise<boolean> {
    const missing = threadCount - this.#threads.size
    await Promise.all(Array.from({ length: missing }, () => this.#startThread()))
    return this.#readyThreads().length > 0
  }

  /** @throws OverloadedError when too many wait, or this one has waited for too long; SQLite's errors. */
  read(read: PointRead): Promise<PointRow> {
    if (this.#pending >= maxPending) throw tooManyError()
    const { promise, resolve, reject } = Promise.withResolvers<PointRow>()
    const isRecent = read.query === 'coveringDomain' || this.#options.recent.has(read)
    this.#waiting[isRecent ? 'recent' : 'other'].push({ read, since: performance.now(), resolve, reject })
    this.#pending++
    this.#expiry ??= setInterval(() => this.#rejectExpired(), expiryIntervalMs).unref()
    this.#scheduleFlush()
    return promise
  }

  /** Of threads. */
  count(): number {
    return this.#threads.size
  }

  /** Waits for reads that were asked for, as long as they may take. */
  async stop(): Promise<void> {
    if (this.#pending > 0) {
      const drained = new Promise<void>((resolve) => {
        this.#onDrained = resolve
      })
      await withTimeout(drained, maxWaitMs).catch(() => {})
    }
    const threads = [...this.#threads]
    this.#threads.clear()
    await Promise.all(threads.map(({ worker }) => worker.terminate()))
  }

  /** Resolves when it can read, or has ended. */
  #startThread(): Promise<void> {
    const worker = new Worker(lookupThread, {
      workerData: this.#options.thread,
      resourceLimits: { maxYoungGenerationSizeMb: maxYoungGenerationMb },
    })
    const thread: Thread = { worker, isReady: false, batch: [] }
    const ready = Promise.withResolvers<void>()
    this.#threads.add(thread)
    worker.unref()
    worker.on('message', (message: 'ready' | BatchResponse) => {
      if (message !== 'ready') return this.#receive(thread, message)
      thread.isReady = true
      ready.resolve()
      this.#flush()
    })
    // The exit handler does what is to be done.
    worker.on('error', () => {})
    worker.on('exit', () => {
      ready.resolve()
      this.#replace(thread)
    })
    return ready.promise
  }

  /** After its end. When none is left that could even begin to read, all that wait is read in the event loop. */
  #replace(thread: Thread): void {
    if (!this.#threads.delete(thread)) return
    const { recent, other } = this.#waiting
    const left = [...thread.batch]
    if (thread.isReady) void this.#startThread()
    else if (this.#threads.size > 0) this.#startLater()
    else {
      left.push(...recent.splice(0), ...other.splice(0))
      this.#options.onLost()
    }
    for (const { read, resolve, reject } of left)
      try {
        resolve(this.#options.readHere(read))
      } catch (error) {
        reject(error)
      }
    this.#settled(left.length)
  }

  #startLater(): void {
    setTimeout(() => {
      if (this.#threads.size > 0) void this.start()
    }, restartMs).unref()
  }

  /** What a thread still reads is only given up: its outcome no longer matters. */
  #rejectExpired(): void {
    const { recent, other } = this.#waiting
    const isExpired = ({ since }: Pending) => performance.now() - since > maxWaitMs
    for (const { batch } of this.#threads)
      for (const { reject } of batch.filter(isExpired)) reject(tooManyError())
    for (const queue of [recent, other]) {
      const expired = queue.splice(0, queue.findLastIndex(isExpired) + 1)
      for (const { reject } of expired) reject(tooManyError())
      this.#settled(expired.length)
    }
  }

  #scheduleFlush(): void {
    if (this.#isFlushDue) return
    this.#isFlushDue = true
    setImmediate(() => {
      this.#isFlushDue = false
      this.#flush()
    })
  }

  #flush(): void {
    const { recent, other } = this.#waiting
    for (const thread of this.#idleThreads()) {
      const isReserved = this.#idleThreads().length === 1 && this.#readyThreads().length > 1
      const queue = recent.length > 0 || isReserved ? recent : other
      if (queue.length > 0) this.#send(thread, queue.splice(0, this.#batchSize(queue.length)))
    }
  }

  /** So that all threads have work, and no read waits long for the others of its message. */
  #batchSize(waiting: number): number {
    const share = Math.ceil(waiting / Math.max(1, this.#idleThreads().length))
    return Math.max(1, Math.min(share, maxBatch, Math.floor(batchMs / this.#meanMs)))
  }

  #readyThreads(): readonly Thread[] {
    return [...this.#threads].filter(({ isReady }) => isReady)
  }

  #idleThreads(): readonly Thread[] {
    return this.#readyThreads().filter(({ batch }) => batch.length === 0)
  }

  #send(thread: Thread, batch: readonly Pending[]): void {
    thread.batch = batch
    // An idle thread must not keep the process alive.
    thread.worker.ref()
    thread.worker.postMessage(batch.map(({ read }) => read))
  }

  #receive(thread: Thread, response: BatchResponse): void {
    const { batch } = thread
    thread.batch = []
    thread.worker.unref()
    for (const [index, outcome] of outcomesOf(response).entries()) {
      const pending = batch[index]
      if (!pending) continue
      this.#options.recent.add(pending.read)
      if ('row' in outcome) pending.resolve(outcome.row)
      else pending.reject(outcome.error)
    }
    const mean = response.ms.reduce((sum, ms) => sum + ms, 0) / response.ms.length
    this.#meanMs += meanShare * (mean - this.#meanMs)
    this.#settled(batch.length)
    this.#options.onRead(response.ms)
    this.#flush()
  }

  #settled(count: number): void {
    this.#pending -= count
    if (this.#pending > 0) return
    clearInterval(this.#expiry)
    this.#expiry = undefined
    this.#onDrained?.()
    this.#onDrained = undefined
  }
}

function tooManyError(): OverloadedError {
  return new OverloadedError('The disk is too slow for the names that are looked up. Retry after 1 second.')
}
