import type { DatabaseSync, StatementSync } from 'node:sqlite'
import { setImmediate as nextRound } from 'node:timers/promises'
import { Mutex } from 'async-mutex'
import { DatabaseUnavailableError } from '../../errors.ts'
import { retryWhenBusy } from './retry-when-busy.ts'

/** Milliseconds of work after which the queue yields to the event loop. */
const maxBlockingMs = 10

/**
 * The queue for the one write connection, and group commit: operations of the same turn of the event loop are savepoints of one
 * transaction, so they wait for the disk once, together. Each is rolled back alone, and each result, an error included, waits
 * until the data it read is on disk.
 */
export class GroupCommit {
  readonly #database: DatabaseSync
  readonly #savepoint: StatementSync
  readonly #releaseSavepoint: StatementSync
  readonly #rollbackToSavepoint: StatementSync
  readonly #mutex = new Mutex()
  #lastYieldAt = 0
  readonly #lockTimeoutMs: number
  /** Settles with the open transaction; absent without one. */
  #pendingCommit: PromiseWithResolvers<void> | undefined

  /** `lockTimeoutMs`: milliseconds to wait for the write lock while another connection has it. */
  constructor(database: DatabaseSync, lockTimeoutMs: number) {
    this.#database = database
    this.#lockTimeoutMs = lockTimeoutMs
    this.#savepoint = database.prepare('savepoint operation')
    this.#releaseSavepoint = database.prepare('release operation')
    this.#rollbackToSavepoint = database.prepare('rollback to operation')
  }

  /** Starts an operation after waiting for its turn, which lasts until `end`. */
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

  /** Ends the operation, keeping or rolling it back, and resolves when the shared transaction is on disk. */
  async end(shouldCommit: boolean): Promise<void> {
    const pendingCommit = this.#pendingCommit
    try {
      this.assertInTransaction()
      if (!shouldCommit) this.#rollbackToSavepoint.run()
      this.#releaseSavepoint.run()
    } catch (error) {
      // A full disk or a failed write has rolled back the whole transaction, including the other operations.
      this.#rejectGroup(error)
    }
    this.#mutex.release()
    await pendingCommit?.promise
  }

  /** Runs a statement outside operations, such as a pragma, between two transactions. */
  async exclusive<T>(run: () => T): Promise<T> {
    await this.#lock()
    try {
      this.#commitTransaction()
      return run()
    } finally {
      this.#mutex.release()
    }
  }

  /** Throws when SQLite has rolled the transaction back itself: later statements would run without one. */
  assertInTransaction(): void {
    if (!this.#database.isTransaction)
      throw new DatabaseUnavailableError('SQLite has rolled the transaction back. Retry later.')
  }

  /**
   * Lends the connection to one operation at a time, first come, first served. Statements block the process, so that a long
   * queue would keep lookups from being read off their sockets: from time to time it waits for a turn of the event loop.
   */
  async #lock(): Promise<void> {
    await this.#mutex.acquire()
    if (performance.now() - this.#lastYieldAt < maxBlockingMs) return
    await nextRound()
    this.#lastYieldAt = performance.now()
  }

  /** Takes the write lock immediately: a transaction that reads first and writes later could fail to get it. */
  async #beginTransaction(): Promise<PromiseWithResolvers<void>> {
    await retryWhenBusy(this.#lockTimeoutMs, () => this.#database.exec('begin immediate'))
    const pendingCommit = Promise.withResolvers<void>()
    pendingCommit.promise.catch(() => {})
    // After the operations in the queue now; later ones are in the next transaction.
    setImmediate(() => this.exclusive(() => {}))
    return pendingCommit
  }

  /** Commits the open group; a failure rejects every operation in it. */
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
