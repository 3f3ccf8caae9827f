import { DatabaseUnavailableError } from '../../errors.ts'
import type { WriteTrial } from '../write-trial.ts'
import { type ConnectionSource, type Connections, openForReading, openWritable } from './connections.ts'
import { findReadOnlyAccess, findWriteFault, mayBeRead } from './file-access.ts'
import type { ReadWorker } from './read-worker.ts'
import { retryWhenBusy } from './retry-when-busy.ts'

/** Milliseconds between attempts to write again: first, and at most. */
const retryMs = 1_000
const maxRetryMs = 5_000

interface RecoveryOptions {
  readonly path: string
  readonly lockTimeoutMs: number
  readonly readWorker: ReadWorker
}

/**
 * Opens the connections of a process. Where the disk is full, or the files cannot be written, they read only, and are replaced as soon
 * as the database can be written: without a restart.
 *
 * @throws SQLite's error if it can neither be written nor read.
 */
export async function openConnections(options: RecoveryOptions): Promise<ConnectionSource> {
  const { path, lockTimeoutMs } = options
  try {
    const writable = await retryWhenBusy(lockTimeoutMs, () => openWritable(path, lockTimeoutMs))
    const { keepJournalsInMemory, close } = writable
    return { current: () => writable, writeFault: () => undefined, keepJournalsInMemory, close }
  } catch (error) {
    const readable = mayBeRead(path, error) ? tryReading(options) : undefined
    if (!readable) throw error
    return new RecoveringConnections(options, readable)
  }
}

function tryReading({ path, lockTimeoutMs }: RecoveryOptions): Connections | undefined {
  const access = findReadOnlyAccess(path)
  return access && openForReading(access, lockTimeoutMs)
}

class RecoveringConnections implements ConnectionSource {
  readonly #options: RecoveryOptions
  #connections: Connections | undefined
  #fault: WriteTrial | undefined
  #timer: NodeJS.Timeout | undefined
  #delayMs = retryMs
  #isTrying = false
  #isClosed = false
  #keepsJournalsInMemory = false

  constructor(options: RecoveryOptions, readable: Connections) {
    this.#options = options
    this.#connections = readable
    options.readWorker.use(readable.access)
    this.#fault = this.#findFault()
    this.#schedule()
  }

  current = (): Connections => {
    if (this.#connections?.access.isOutdated()) this.#renew(this.#connections)
    const connections = this.#connections
    if (!connections || connections.access.isOutdated())
      throw new DatabaseUnavailableError('The database is not available. Retry later.')
    return connections
  }

  writeFault = (): WriteTrial | undefined => this.#fault

  keepJournalsInMemory = (): void => {
    this.#keepsJournalsInMemory = true
    this.#connections?.keepJournalsInMemory()
  }

  close = (): void => {
    this.#isClosed = true
    clearTimeout(this.#timer)
    this.#connections?.close()
  }

  /** What the system does not say is a fault of SQLite's. */
  #findFault(): WriteTrial {
    return findWriteFault(this.#options.path) ?? { outcome: 'failed', ms: 0 }
  }

  #schedule(): void {
    this.#timer = setTimeout(() => void this.#tryAgain(), this.#delayMs)
    this.#timer.unref()
  }

  /** Another process has written. */
  #renew({ access }: Connections): void {
    if (access.releasesLocks) return void this.#tryAgain()
    this.#reopen()
    void this.#options.readWorker.restart(() => this.#connections?.access)
  }

  async #tryAgain(): Promise<void> {
    clearTimeout(this.#timer)
    if (!this.#fault || this.#isTrying) return
    this.#isTrying = true
    await this.#recover().finally(() => {
      this.#isTrying = false
    })
    if (!this.#isClosed && this.#fault) this.#schedule()
  }

  async #recover(): Promise<void> {
    const fault = findWriteFault(this.#options.path)
    if (fault) this.#fault = fault
    const isOutdated = this.#connections?.access.isOutdated() ?? true
    if (!fault || isOutdated)
      // Closing a connection without locks would release those of others of this process, so all end first.
      await this.#options.readWorker.restart(() => {
        // A query may have reopened it meanwhile (`#renew`).
        if (!this.#isClosed && this.#fault) this.#reopen()
        return this.#connections?.access
      })
  }

  /** In one turn, so that no query finds a connection closed. */
  #reopen(): void {
    const { path, lockTimeoutMs } = this.#options
    const before = this.#connections
    this.#connections = undefined
    try {
      before?.close()
      this.#connections = openWritable(path, lockTimeoutMs)
      if (this.#keepsJournalsInMemory) this.#connections.keepJournalsInMemory()
      this.#fault = undefined
    } catch {
      this.#fault = this.#findFault()
      this.#connections = tryReading(this.#options)
      this.#delayMs = Math.min(this.#delayMs * 2, maxRetryMs)
    }
  }
}
