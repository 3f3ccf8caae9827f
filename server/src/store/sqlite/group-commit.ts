import type { DatabaseSync, StatementSync } from 'node:sqlite'
import { setImmediate as nextRound } from 'node:timers/promises'
import { Mutex } from 'async-mutex'
import { DatabaseUnavailableError } from '../../errors.ts'
import { retryWhenBusy } from './retry-when-busy.ts'

/** Milliseconds of work after which the line lets the rest of the process have its turn. */
const maxBlockingMs = 10

/**
 * The line for the one connection that writes, and the commit that operations share: those that come before the event
 * loop turns are savepoints of one transaction, so they wait for the disk once, together. Each is undone alone, and none
 * is answered, not even with a refusal, before what it saw is on disk.
 */
export class GroupCommit {
  readonly #database: DatabaseSync
  readonly #savepoint: StatementSync
  readonly #releaseSavepoint: StatementSync
  readonly #rollbackToSavepoint: StatementSync
  readonly #mutex = new Mutex()
  #lastYieldAt = 0
  readonly #lockTimeoutMs: number
  /** Settled with the transaction that is open; absent while none is. */
  #pendingCommit: PromiseWithResolvers<void> | undefined

  /** `lockTimeoutMs`: milliseconds to wait for the write lock while another connection has it. */
  constructor(database: DatabaseSync, lockTimeoutMs: number) {
    this.#database = database
    this.#lockTimeoutMs = lockTimeoutMs
    this.#savepoint = database.prepare('savepoint operation')
    this.#releaseSavepoint = database.prepare('release operation')
    this.#rollbackToSavepoint = database.prepare('rollback to operation')
  }

  /** Starts an operation when it has its turn, which it keeps until `end`. */
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

  /** Ends the operation, keeping or undoing what it did, and resolves when the shared transaction is on disk. */
  async end(shouldCommit: boolean): Promise<void> {
    const pendingCommit = this.#pendingCommit
    try {
      this.assertInTransaction()
      if (!shouldCommit) this.#rollbackToSavepoint.run()
      this.#releaseSavepoint.run()
    } catch (error) {
      // A full disk or a failed write has undone the whole transaction, and with it what the others did.
      this.#rejectGroup(error)
    }
    this.#mutex.release()
    await pendingCommit?.promise
  }

  /** Runs what is no operation, such as a pragma, between two transactions. */
  async exclusive<T>(run: () => T): Promise<T> {
    await this.#lock()
    try {
      this.#commitTransaction()
      return run()
    } finally {
      this.#mutex.release()
    }
  }

  /** Throws when SQLite has undone the transaction by itself: what follows would be written without one. */
  assertInTransaction(): void {
    if (!this.#database.isTransaction)
      throw new DatabaseUnavailableError('SQLite has rolled the transaction back; try again.')
  }

  /**
   * Lends the connection to one at a time, first come, first served. Statements hold the process up, so that a long line
   * would keep lookups from being read off their sockets: from time to time it waits for a round of the event loop.
   */
  async #lock(): Promise<void> {
    await this.#mutex.acquire()
    if (performance.now() - this.#lastYieldAt < maxBlockingMs) return
    await nextRound()
    this.#lastYieldAt = performance.now()
  }

  /** Takes the write lock at once: a transaction that reads first and writes later could not get it any more. */
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
