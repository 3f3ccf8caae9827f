import type { DatabaseSync, StatementSync } from 'node:sqlite'
import { setImmediate as nextRound } from 'node:timers/promises'
import { StoreUnavailable } from '../../errors.ts'
import { whenFree } from './when-free.ts'

/** Milliseconds of work after which the line lets the rest of the process have its turn. */
const workInOneGo = 10

/**
 * The line for the one connection that writes, and the commit that operations share: those that come before the event
 * loop turns are savepoints of one transaction, so they wait for the disk once, together. Each is undone alone, and none
 * is answered, not even with a refusal, before what it saw is on disk.
 */
export class SharedCommit {
  readonly #database: DatabaseSync
  readonly #save: StatementSync
  readonly #release: StatementSync
  readonly #undo: StatementSync
  #lastTurn: Promise<void> = Promise.resolve()
  #endTurn = () => {}
  #lastPause = 0
  readonly #lockTimeout: number
  /** Settled with the transaction that is open; absent while none is. */
  #commit: PromiseWithResolvers<void> | undefined

  /** `lockTimeout`: milliseconds to wait for the write lock while another connection has it. */
  constructor(database: DatabaseSync, lockTimeout: number) {
    this.#database = database
    this.#lockTimeout = lockTimeout
    this.#save = database.prepare('savepoint operation')
    this.#release = database.prepare('release operation')
    this.#undo = database.prepare('rollback to operation')
  }

  /** Starts an operation when it has its turn, which it keeps until `end`. */
  async begin(): Promise<void> {
    await this.#turn()
    try {
      this.#commit ??= await this.#open()
      this.#save.run()
    } catch (error) {
      this.#endTurn()
      throw error
    }
  }

  /** Ends the operation, keeping or undoing what it did, and resolves when the shared transaction is on disk. */
  async end(isKept: boolean): Promise<void> {
    const commit = this.#commit
    try {
      this.assertOpen()
      if (!isKept) this.#undo.run()
      this.#release.run()
    } catch (error) {
      // A full disk or a failed write has undone the whole transaction, and with it what the others did.
      this.#fail(error)
    }
    this.#endTurn()
    await commit?.promise
  }

  /** Runs what is no operation, such as a pragma, between two transactions. */
  async alone<T>(run: () => T): Promise<T> {
    await this.#turn()
    try {
      this.#close()
      return run()
    } finally {
      this.#endTurn()
    }
  }

  /** Throws when SQLite has undone the transaction by itself: what follows would be written without one. */
  assertOpen(): void {
    if (!this.#database.isTransaction)
      throw new StoreUnavailable('SQLite has rolled the transaction back; try again.')
  }

  /**
   * Lends the connection to one at a time, first come, first served. Statements hold the process up, so that a long line
   * would keep lookups from being read off their sockets: from time to time it waits for a round of the event loop.
   */
  async #turn(): Promise<void> {
    const turnBefore = this.#lastTurn
    const turn = Promise.withResolvers<void>()
    this.#lastTurn = turn.promise
    await turnBefore
    this.#endTurn = turn.resolve
    if (performance.now() - this.#lastPause < workInOneGo) return
    await nextRound()
    this.#lastPause = performance.now()
  }

  /** Takes the write lock at once: a transaction that reads first and writes later could not get it any more. */
  async #open(): Promise<PromiseWithResolvers<void>> {
    await whenFree(this.#lockTimeout, () => this.#database.exec('begin immediate'))
    const commit = Promise.withResolvers<void>()
    commit.promise.catch(() => {})
    // Behind whoever is in line by then; whoever comes later is in the next transaction.
    setImmediate(() => this.alone(() => {}))
    return commit
  }

  /** Commits what is open; nobody hears of a failure but those who share it. */
  #close(): void {
    if (!this.#commit) return
    try {
      this.#database.exec('commit')
      this.#commit.resolve()
      this.#commit = undefined
    } catch (error) {
      this.#fail(error)
    }
  }

  #fail(reason: unknown): void {
    this.#commit?.reject(reason)
    this.#commit = undefined
    if (this.#database.isTransaction) this.#database.exec('rollback')
  }
}
