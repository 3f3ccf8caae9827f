import type { DatabaseSync, StatementSync } from 'node:sqlite'
import { setImmediate as nextRound } from 'node:timers/promises'
import { Mutex } from 'async-mutex'
import { DatabaseUnavailableError } from '../../errors.ts'
import { retryWhenBusy } from './retry-when-busy.ts'

/** Milliseconds of work before yielding to the event loop. */
const maxBlockingMs = 10

/**
 * Serializes writes and shares commits: operations of one event loop turn are savepoints of one transaction, which
 * syncs the disk once. Each rolls back alone, and settles only after the data it read is on disk.
 */
export class GroupCommit {
  readonly #database: DatabaseSync
  readonly #savepoint: StatementSync
  readonly #releaseSavepoint: StatementSync
  readonly #rollbackToSavepoint: StatementSync
  readonly #mutex = new Mutex()
  #lastYieldAt = 0
  readonly #lockTimeoutMs: number
  #pendingCommit: PromiseWithResolvers<void> | undefined

  /** `lockTimeoutMs`: milliseconds. */
  constructor(database: DatabaseSync, lockTimeoutMs: number) {
    this.#database = database
    this.#lockTimeoutMs = lockTimeoutMs
    this.#savepoint = database.prepare('savepoint operation')
    this.#releaseSavepoint = database.prepare('release operation')
    this.#rollbackToSavepoint = database.prepare('rollback to operation')
  }

  /** Exclusive until `end`. */
  async begin(): Promise<void> {
    await this.#lock()
    try {
      this.#pendingCommit ??= await this.#beginTransaction()
      this.#savepoint.run()
    } catch (error) {
      this.#mutex.release()
      throw error
    }
  }

  /** Resolves when the shared transaction is on disk. */
  async end(shouldCommit: boolean): Promise<void> {
    const pendingCommit = this.#pendingCommit
    try {
      this.assertInTransaction()
      if (!shouldCommit) this.#rollbackToSavepoint.run()
      this.#releaseSavepoint.run()
    } catch (error) {
      // A full disk or failed write rolled back the whole transaction.
      this.#rejectGroup(error)
    }
    this.#mutex.release()
    await pendingCommit?.promise
  }

  /** Runs between transactions. */
  async exclusive<T>(run: () => T): Promise<T> {
    await this.#lock()
    try {
      this.#commitTransaction()
      return run()
    } finally {
      this.#mutex.release()
    }
  }

  /** Throws when SQLite rolled the transaction back: later writes would run without one. */
  assertInTransaction(): void {
    if (!this.#database.isTransaction)
      throw new DatabaseUnavailableError('SQLite has rolled the transaction back. Retry later.')
  }

  /** Statements block the event loop, so it yields between them from time to time. */
  async #lock(): Promise<void> {
    await this.#mutex.acquire()
    if (performance.now() - this.#lastYieldAt < maxBlockingMs) return
    await nextRound()
    this.#lastYieldAt = performance.now()
  }

  /** Takes the write lock at once: SQLite may refuse to upgrade a read transaction. */
  async #beginTransaction(): Promise<PromiseWithResolvers<void>> {
    await retryWhenBusy(this.#lockTimeoutMs, () => this.#database.exec('begin immediate'))
    const pendingCommit = Promise.withResolvers<void>()
    pendingCommit.promise.catch(() => {})
    // Commits after the operations queued now.
    setImmediate(() => this.exclusive(() => {}))
    return pendingCommit
  }

  /** A failure rejects every operation of the group. */
  #commitTransaction(): void {
    if (!this.#pendingCommit) return
    try {
      this.#database.exec('commit')
      this.#pendingCommit.resolve()
      this.#pendingCommit = undefined
    } catch (error) {
      this.#rejectGroup(error)
    }
  }

  #rejectGroup(reason: unknown): void {
    this.#pendingCommit?.reject(reason)
    this.#pendingCommit = undefined
    if (this.#database.isTransaction) this.#database.exec('rollback')
  }
}
