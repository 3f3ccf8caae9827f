import { fstatSync, readSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { Mutex } from 'async-mutex'
import { createYieldToEventLoop } from '../../../async/time.ts'
import { resultCodeOf } from '../result-code.ts'
import { retryWhenBusy } from '../retry-when-busy.ts'
import { openDatabaseFile, openLogFile, readBytes } from './database-file.ts'
import {
  type Checksum,
  frameHeaderBytes,
  frameOffset,
  isSameLog,
  type LogHeader,
  logHeaderBytes,
  parseFrame,
  parseLogHeader,
} from './frames.ts'

/** SQLite's result codes for a lock of another connection. */
const busyCodes: readonly (number | undefined)[] = [5, 6]

/** Above this the log is let go, so that SQLite begins it anew. */
const maxLogBytes = 16 * 1_048_576

/** Milliseconds, between two writes of others. */
const blockTimeoutMs = 1000

/** Read at once. */
const framesAtOnce = 128
const pagesAtOnce = 64

/** What was written is not known without a gap: the pages have to be read anew. */
export class LogGapError extends Error {
  override readonly name = 'LogGapError'
}

export interface Page {
  /** From 1. */
  readonly number: number
  readonly bytes: Uint8Array
}

/** One state of the database, which stays while it is used. */
export interface PageState {
  /** In pages. */
  readonly size: number
  /** Of pages up to `size`, in their order. */
  readonly read: (numbers: Iterable<number>) => AsyncGenerator<Page>
}

interface Position {
  readonly header: LogHeader
  /** Read up to here: a commit. */
  frames: number
  checksum: Checksum
  /** By page number, the index of its newest frame. */
  readonly newest: Map<number, number>
}

/**
 * Which pages of a SQLite database were changed, by all processes that write it, and what they have.
 *
 * One of two connections always has a read transaction open, which begins before that of the other ends. So SQLite does not
 * begin its log anew (sqlite.org/walformat.html#wal_locks) while it has frames that were not read here: either the
 * transaction holds the log, or it has begun when all of the log was in the database file; then the log may begin anew once,
 * right behind the state that the transaction sees, and nothing of it is copied until the transaction ends.
 */
export class PageLog {
  readonly pageSize: number
  readonly #readers: readonly [DatabaseSync, DatabaseSync]
  readonly #checkpointer: DatabaseSync
  readonly #blocker: DatabaseSync
  readonly #database: number
  readonly #log: ReturnType<typeof openLogFile>
  readonly #onPage: (page: number) => void
  readonly #mutex = new Mutex()
  #held: 0 | 1 | undefined
  #position: Position | undefined
  #size = 0

  /** @param onPage Of each page that a commit has changed, also of those in the log at the start. */
  constructor(path: string, onPage: (page: number) => void) {
    const open = () => new DatabaseSync(path, { defensive: true })
    this.#onPage = onPage
    this.#readers = [open(), open()]
    this.#checkpointer = open()
    this.#blocker = open()
    try {
      // It creates the log, too, where no other has.
      this.#beginRead(0)
      this.#held = 0
      this.pageSize = numberOf(this.#readers[0].prepare('pragma page_size').get())
      this.#size = numberOf(this.#readers[0].prepare('pragma page_count').get())
      this.#database = openDatabaseFile(path)
      this.#log = openLogFile(path)
    } catch (error) {
      this.#closeConnections()
      throw error
    }
  }

  /** Reads what was committed since the last time. @throws LogGapError */
  follow(): Promise<void> {
    return this.#mutex.runExclusive(() => this.#follow())
  }

  /** @throws LogGapError, and errors of `use`. */
  withState<T>(use: (state: PageState) => Promise<T>): Promise<T> {
    return this.#mutex.runExclusive(async () => {
      await this.#follow()
      return use({ size: this.#size, read: (numbers) => this.#readPages(numbers) })
    })
  }

  /** Lets SQLite begin a log anew that has grown large; keeps it where others need it. @throws LogGapError */
  letGo(): Promise<void> {
    return this.#mutex.runExclusive(async () => {
      const { frames } = this.#position ?? { frames: 0 }
      if (frameOffset(frames, this.pageSize) < maxLogBytes) return
      await this.#follow()
      // Most of it while others write.
      this.#checkpoint('passive')
      if (!(await this.#block())) return
      try {
        await this.#readFrames()
        this.#endRead()
        this.#checkpoint('passive')
        this.#beginRead(0)
        this.#held = 0
      } finally {
        this.#blocker.exec('rollback')
      }
    })
  }

  /** Of the pages in the log, which SQLite may be copying into the file. */
  loggedPages(): Iterable<number> {
    return this.#position?.newest.keys() ?? []
  }

  /** In pages. */
  fileSize(): number {
    return Math.floor(fstatSync(this.#database).size / this.pageSize)
  }

  /**
   * Pages as they are in the file: of no one state, and those that are in the log, or are written meanwhile, may be torn.
   */
  readFile(first: number, count: number): Promise<Buffer> {
    return readBytes(this.#database, (first - 1) * this.pageSize, count * this.pageSize)
  }

  /** Waits for what uses it. */
  async close(): Promise<void> {
    await this.#mutex.runExclusive(() => {
      this.#log.close()
      this.#closeConnections()
    })
  }

  #closeConnections(): void {
    for (const database of [...this.#readers, this.#blocker, this.#checkpointer]) database.close()
  }

  async #follow(): Promise<void> {
    const held = this.#held
    if (held === undefined) throw new LogGapError('The log was let go.')
    const next = held === 0 ? 1 : 0
    this.#beginRead(next)
    try {
      await this.#readFrames()
    } catch (error) {
      this.#readers[next].exec('rollback')
      throw error
    }
    this.#endRead()
    this.#held = next
  }

  #beginRead(reader: 0 | 1): void {
    this.#readers[reader].exec('begin; select 1 from sqlite_schema limit 1')
  }

  #endRead(): void {
    if (this.#held !== undefined) this.#readers[this.#held].exec('rollback')
    this.#held = undefined
  }

  /** False where others write all the time. */
  async #block(): Promise<boolean> {
    try {
      await retryWhenBusy(blockTimeoutMs, () => this.#blocker.exec('begin immediate'))
      return true
    } catch (error) {
      if (busyCodes.includes(resultCodeOf(error))) return false
      throw error
    }
  }

  /** Returns the number of committed frames in the log. `noop` copies nothing; SQLite before 3.51 takes it for `passive`. */
  #checkpoint(mode: 'passive' | 'noop'): number {
    const row: unknown = this.#checkpointer.prepare(`pragma wal_checkpoint(${mode})`).get()
    return Math.max(0, numberOf(row, 'log'))
  }

  /** The log and how many of its frames are committed. */
  #committed(): { readonly header: LogHeader | undefined; readonly frames: number } {
    for (;;) {
      const header = this.#readHeader()
      const frames = this.#checkpoint('noop')
      if (isSameLog(header, this.#readHeader())) return { header, frames }
    }
  }

  #readHeader(): LogHeader | undefined {
    const bytes = Buffer.alloc(logHeaderBytes)
    const length = readSync(this.#log.file, bytes, 0, logHeaderBytes, 0)
    return parseLogHeader(bytes.subarray(0, length))
  }

  async #readFrames(): Promise<void> {
    const yieldToEventLoop = createYieldToEventLoop(2)
    for (;;) {
      const { header, frames } = this.#committed()
      // A log that begins anew is written with its first commit.
      if (!header) return
      const position = this.#positionIn(header)
      let isRead = true
      while (isRead && position.frames < frames) {
        const count = Math.min(framesAtOnce, frames - position.frames)
        isRead = await this.#readSome(position, count)
        await yieldToEventLoop()
      }
      if (isRead) return
      if (isSameLog(header, this.#readHeader())) throw new LogGapError('A frame of the log is damaged.')
    }
  }

  #positionIn(header: LogHeader): Position {
    const known = this.#position
    if (known && isSameLog(known.header, header)) return known
    this.#position = { header, frames: 0, checksum: header.checksum, newest: new Map() }
    return this.#position
  }

  /** False for frames that do not follow. */
  async #readSome(position: Position, count: number): Promise<boolean> {
    const frameBytes = frameHeaderBytes + this.pageSize
    const first = position.frames
    const bytes = await readBytes(this.#log.file, frameOffset(first, this.pageSize), count * frameBytes)
    for (let index = 0; index < count; index++) {
      const frame = parseFrame(
        bytes.subarray(index * frameBytes, (index + 1) * frameBytes),
        position.header,
        position.checksum,
      )
      if (!frame) return false
      position.checksum = frame.checksum
      position.frames++
      position.newest.set(frame.page, first + index)
      if (frame.size > 0) this.#size = frame.size
      this.#onPage(frame.page)
    }
    return true
  }

  async *#readPages(numbers: Iterable<number>): AsyncGenerator<Page> {
    for (const some of inGroups(numbers, pagesAtOnce)) {
      const pages = await Promise.all(some.map((number) => this.#readPage(number, this.#position)))
      // Begun anew meanwhile, which overwrites frames: all of it is in the file.
      const isWhole = isSameLog(this.#position?.header, this.#readHeader())
      yield* isWhole ? pages : await Promise.all(some.map((number) => this.#readPage(number, undefined)))
    }
  }

  async #readPage(number: number, position: Position | undefined): Promise<Page> {
    const { pageSize } = this
    const frame = position?.newest.get(number)
    const bytes =
      frame === undefined
        ? await readBytes(this.#database, (number - 1) * pageSize, pageSize)
        : await readBytes(this.#log.file, frameOffset(frame, pageSize) + frameHeaderBytes, pageSize)
    return { number, bytes }
  }
}

function* inGroups(numbers: Iterable<number>, size: number): Generator<number[]> {
  let group: number[] = []
  for (const number of numbers) {
    group.push(number)
    if (group.length < size) continue
    yield group
    group = []
  }
  if (group.length > 0) yield group
}

/** Safe: each statement returns one row, with integers. */
function numberOf(row: unknown, column?: string): number {
  const values = row as Readonly<Record<string, number>>
  return (column === undefined ? Object.values(values)[0] : values[column]) ?? 0
}
