import { createReadStream, createWriteStream } from 'node:fs'
import { rm } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { setTimeout as delay } from 'node:timers/promises'
import { TimeoutError, withTimeout } from '../../async/time.ts'
import { OperatorError } from '../../errors.ts'
import { LogGapError, type Page, PageLog } from '../../store/sqlite/log/page-log.ts'
import { PageSet } from '../../store/sqlite/log/page-set.ts'
import { problemOf } from '../state.ts'
import type { BackupTarget } from '../target.ts'
import { clearSpools, spoolOf } from './files.ts'
import { Generation } from './generation.ts'
import { keepGeneration, takeGeneration } from './kept-state.ts'
import { listLogObjects, logObjectName } from './names.ts'
import { encodeLogObject, type LogHeader } from './object.ts'
import { deleteExpiredLog } from './retention.ts'
import { writeLogStatus } from './status.ts'

/** Milliseconds. */
const defaultIntervalMs = 3000
const statusIntervalMs = 5000
const retentionIntervalMs = 3_600_000
const firstBackoffMs = 1000
const maxBackoffMs = 30_000

/** Of an attempt to store a segment; what is sent once more is the same. Of a slow line, so many bytes come in a millisecond. */
const attemptTimeoutMs = 15_000
const minBytesPerMs = 50

/** Of the last segment, when the process stops. */
const stopTimeoutMs = 4_000

/** Read at once for a base. */
const pagesAtOnce = 64

export interface ShipperOptions {
  /** Of the SQLite file. */
  readonly databasePath: string
  readonly dataDir: string
  readonly target: BackupTarget
  /** As it was given. */
  readonly targetPath: string
  /** Of age. */
  readonly recipient: string
  readonly retentionDays: number
  /** Of Byname. */
  readonly version: string
  /** Milliseconds since 1970. */
  readonly clock: () => number
  /** From one segment to the next, in milliseconds; by default 3000. The log is read three times as often. */
  readonly intervalMs?: number
  /** After a failure that is retried. */
  readonly onProblem: (problem: string) => void
  readonly onStored: (kind: 'base' | 'segment', bytes: number) => void
}

interface BeginningGeneration {
  readonly generation: Generation
  /** Of its base; undefined: it is still stored. */
  outcome: 'stored' | 'failed' | undefined
}

/** Ships the log of one database until the abort. One process of a database does it at a time. */
export class LogShipper {
  readonly #options: ShipperOptions
  readonly #log: PageLog
  readonly #failed = new AbortController()
  readonly #stopping: AbortSignal
  #onStop: (() => void) | undefined
  #deletions = Promise.resolve()
  #current: Generation | undefined
  #beginning: BeginningGeneration | undefined
  /** Whether the target may have another state than the newest that is known to be stored. */
  #isUncertain = false
  #isShipping = false
  #shippedThrough: number | undefined
  #problem: string | undefined
  #statusWrittenAt = 0
  #retentionAt = 0
  #beginAt = 0
  #backoffMs = firstBackoffMs

  constructor(options: ShipperOptions, stopping: AbortSignal) {
    this.#options = options
    this.#stopping = AbortSignal.any([stopping, this.#failed.signal])
    this.#stopping.addEventListener('abort', () => this.#onStop?.(), { once: true })
    this.#log = new PageLog(options.databasePath, (page) => {
      this.#current?.changed.add(page)
      this.#beginning?.generation.changed.add(page)
    })
  }

  /** @throws errors of the database: what was written since is not known. */
  async run(): Promise<void> {
    try {
      await clearSpools(this.#options.dataDir)
      await this.#continue()
      const { intervalMs = defaultIntervalMs } = this.#options
      await Promise.all([
        every(intervalMs / 3, this.#stopping, () => this.#follow()),
        every(intervalMs, this.#stopping, () => this.#step()),
      ])
      await this.#finish()
    } finally {
      this.#failed.abort()
      await this.#log.close()
    }
  }

  /** The generation of the last stop, with what has changed since. */
  async #continue(): Promise<void> {
    const { dataDir, target, targetPath, recipient, clock } = this.#options
    const { pageSize } = this.#log
    const expected = { target: targetPath, recipient, pageSize, now: clock() }
    const kept = await takeGeneration(dataDir, expected)
    if (!kept) return
    const newest = await listLogObjects(target).then(
      (generations) => generations.entries().next().value,
      () => undefined,
    )
    const head = newest?.[1].reduce((last, { to }) => Math.max(last, to), 0)
    if (newest?.[0] !== kept.id || head !== kept.head) return
    this.#current = kept
    await this.#log.follow()
    kept.changed.addAll(this.#log.loggedPages())
    for await (const { number, bytes } of this.#readFile(this.#log.fileSize()))
      if (!kept.hashes.has(number, bytes)) kept.changed.add(number)
  }

  async #follow(): Promise<void> {
    const startedAt = this.#options.clock()
    await this.#log.follow()
    if (!this.#isShipping && this.#current?.changed.size === 0) this.#shippedThrough = startedAt
    await this.#log.letGo()
    await this.#writeStatus()
  }

  async #step(): Promise<void> {
    const { clock } = this.#options
    const beginning = this.#beginning
    if (beginning?.outcome === 'failed') this.#beginning = undefined
    if (beginning?.outcome === 'stored') {
      await this.#ship(beginning.generation)
      if (beginning.generation.head > 0) {
        this.#current = beginning.generation
        this.#beginning = undefined
        this.#retentionAt = 0
      }
    } else if (this.#current && this.#current.changed.size > 0) await this.#ship(this.#current)
    const isDue = !this.#current || this.#current.isOld(clock())
    if (isDue && !this.#beginning && !this.#stopping.aborted && clock() >= this.#beginAt) await this.#begin()
    if (this.#current) this.#deleteExpired(this.#current)
  }

  /** Its base is stored beside the segments of the current generation. */
  async #begin(): Promise<void> {
    const beginning: BeginningGeneration = {
      generation: new Generation(this.#log.pageSize, this.#options.clock()),
      outcome: undefined,
    }
    await this.#log.follow()
    // What SQLite copies into the file meanwhile is in the log, and comes with the first segment.
    beginning.generation.changed.addAll(this.#log.loggedPages())
    this.#beginning = beginning
    this.#storeBase(beginning.generation).then(
      () => {
        beginning.outcome = 'stored'
      },
      (error: unknown) => {
        beginning.outcome = 'failed'
        this.#beginAt = this.#options.clock() + this.#backOff()
        this.#report(error)
      },
    )
  }

  async #storeBase(generation: Generation): Promise<void> {
    const size = this.#log.fileSize()
    const { stateId: makes } = generation
    const state = { from: 0, to: 0, after: null, makes, size, pages: size }
    const header = this.#header(generation, state, this.#options.clock())
    const pages = withHashes(this.#readFile(size), generation)
    const bytes = await encodeLogObject(header, pages, this.#options.recipient)
    await this.#options.target.put(
      logObjectName(header),
      measured(bytes, (length) => {
        generation.baseBytes += length
      }),
    )
    this.#succeed('base', generation.baseBytes)
  }

  async *#readFile(size: number): AsyncGenerator<Page> {
    const { pageSize } = this.#log
    for (let first = 1; first <= size; first += pagesAtOnce) {
      if (this.#stopping.aborted) throw new OperatorError('The service is stopping.')
      const count = Math.min(pagesAtOnce, size - first + 1)
      const bytes = await this.#log.readFile(first, count)
      for (let index = 0; index < count; index++)
        yield { number: first + index, bytes: bytes.subarray(index * pageSize, (index + 1) * pageSize) }
    }
  }

  async #ship(generation: Generation): Promise<void> {
    this.#isShipping = true
    this.#isUncertain = true
    const spool = spoolOf(this.#options.dataDir, generation.id, generation.head)
    try {
      const startedAt = this.#options.clock()
      const { segment, changed, bytes } = await this.#spool(generation, spool, startedAt)
      await this.#store(logObjectName(segment.name), spool, bytes)
      this.#isUncertain = false
      generation.addStored(segment, changed, bytes, startedAt)
      if (this.#shippedThrough === undefined) this.#statusWrittenAt = 0
      this.#shippedThrough = startedAt
      this.#succeed('segment', bytes)
      this.#later(() => this.#deleteAll(segment.replaces.map(logObjectName)))
    } catch (error) {
      if (error instanceof LogGapError) throw error
      this.#report(error)
    } finally {
      this.#isShipping = false
      await rm(spool, { force: true })
    }
  }

  /** On the disk first: what is sent once more is the same, and the database is held no longer than that takes. */
  #spool(generation: Generation, file: string, startedAt: number) {
    return this.#log.withState(async ({ size, read }) => {
      const { changed } = generation
      const segment = generation.nextSegment(size, startedAt)
      generation.changed = new PageSet()
      try {
        const { name, after, makes, pages } = segment
        const header = this.#header(generation, { ...name, after, makes, size, pages: pages.size }, startedAt)
        const content = withHashes(read(pages), generation)
        let bytes = 0
        const ciphertext = measured(
          await encodeLogObject(header, content, this.#options.recipient),
          (length) => {
            bytes += length
          },
        )
        await pipeline(Readable.from(ciphertext), createWriteStream(file, { mode: 0o600 }))
        return { segment, changed, bytes }
      } catch (error) {
        generation.changed.addAll(changed)
        throw error
      }
    })
  }

  /** Tries until it is stored. @throws its error when the service stops before. */
  async #store(name: string, spool: string, bytes: number): Promise<void> {
    const timeoutMs = attemptTimeoutMs + bytes / minBytesPerMs
    for (;;) {
      try {
        const stored = this.#options.target.put(name, createReadStream(spool))
        return await this.#untilStop(withTimeout(stored, timeoutMs))
      } catch (error) {
        if (this.#stopping.aborted) throw error
        this.#report(error)
        await delay(this.#backOff(), undefined, { signal: this.#stopping }).catch(() => {})
      }
    }
  }

  /** A target that hangs does not hold up the end of the process. */
  #untilStop<T>(operation: Promise<T>): Promise<T> {
    return new Promise<T>((resolve, reject) => {
      operation.then(resolve, reject)
      this.#onStop = () => withTimeout(operation, stopTimeoutMs).catch(reject)
      if (this.#stopping.aborted) this.#onStop()
    }).finally(() => {
      this.#onStop = undefined
    })
  }

  async #finish(): Promise<void> {
    const { dataDir, targetPath: target, recipient } = this.#options
    const current = this.#current
    if (!current || this.#isUncertain) return
    await this.#log.follow()
    if (current.changed.size > 0) await this.#ship(current)
    if (this.#isUncertain) return
    await keepGeneration(dataDir, { target, recipient }, current)
    this.#statusWrittenAt = 0
    await this.#writeStatus()
  }

  #deleteExpired({ id }: Generation): void {
    const { clock, target, retentionDays } = this.#options
    if (clock() < this.#retentionAt) return
    this.#retentionAt = clock() + retentionIntervalMs
    this.#later(() => deleteExpiredLog(target, id, retentionDays))
  }

  async #deleteAll(names: readonly string[]): Promise<void> {
    for (const name of names) await this.#options.target.delete(name)
  }

  /** Holds up no segment. What is left is deleted at the next retention. */
  #later(task: () => Promise<void>): void {
    this.#deletions = this.#deletions
      .then(task)
      .catch((error: unknown) => this.#report(`Old parts of the log may be left. ${problemOf(error)}`))
  }

  #header(
    { id: generation, pageSize }: Generation,
    state: Omit<LogHeader, 'version' | 'generation' | 'pageSize' | 'at'>,
    at: number,
  ): LogHeader {
    const { version } = this.#options
    return { ...state, version, generation, pageSize, at: new Date(at).toISOString() }
  }

  #succeed(kind: 'base' | 'segment', bytes: number): void {
    if (this.#problem !== undefined) this.#statusWrittenAt = 0
    this.#problem = undefined
    this.#backoffMs = firstBackoffMs
    this.#options.onStored(kind, bytes)
  }

  #report(error: unknown): void {
    if (this.#stopping.aborted && !(error instanceof TimeoutError)) return
    const problem = typeof error === 'string' ? error : problemOf(error)
    if (problem === this.#problem) return
    this.#options.onProblem(problem)
    this.#problem = problem
    this.#statusWrittenAt = 0
  }

  #backOff(): number {
    const ms = this.#backoffMs
    this.#backoffMs = Math.min(2 * ms, maxBackoffMs)
    return ms
  }

  async #writeStatus(): Promise<void> {
    const { clock, dataDir, targetPath: target } = this.#options
    if (Math.abs(clock() - this.#statusWrittenAt) < statusIntervalMs) return
    this.#statusWrittenAt = clock()
    await writeLogStatus(dataDir, {
      target,
      ...(this.#shippedThrough !== undefined && { shippedThrough: this.#shippedThrough }),
      ...(this.#problem !== undefined && { problem: this.#problem }),
    })
  }
}

/** From the start of a run to that of the next; a long one is followed by a short pause. */
async function every(intervalMs: number, signal: AbortSignal, task: () => Promise<void>): Promise<void> {
  while (!signal.aborted) {
    const dueAt = performance.now() + intervalMs
    await task()
    const pauseMs = Math.max(intervalMs / 10, dueAt - performance.now())
    await delay(pauseMs, undefined, { signal }).catch(() => {})
  }
}

async function* withHashes(pages: AsyncIterable<Page>, { hashes }: Generation): AsyncGenerator<Page> {
  for await (const page of pages) {
    hashes.set(page.number, page.bytes)
    yield page
  }
}

async function* measured(
  bytes: AsyncIterable<Uint8Array>,
  onBytes: (length: number) => void,
): AsyncGenerator<Uint8Array> {
  for await (const chunk of bytes) {
    onBytes(chunk.length)
    yield chunk
  }
}
