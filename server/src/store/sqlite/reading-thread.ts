import { Worker } from 'node:worker_threads'
import type { CompiledQuery, QueryResult } from 'kysely'
import type { WaitingLine } from '../waiting-line.ts'
import { rowsOf } from './statements.ts'

export interface ReadingOptions {
  /** Of the file. */
  readonly path: string
  /** Milliseconds to wait for a lock. */
  readonly lockTimeout: number
}

/** What is sent to the thread. */
export type Question = Pick<CompiledQuery, 'sql' | 'parameters'>

/** What comes back: the rows, or what SQLite's error says of itself. */
export type Answer =
  | { readonly rows: readonly unknown[] }
  | { readonly failure: { readonly message: string } }

/** MiB of heap for what is young: rows are handed on at once. */
const youngMemory = 8

/**
 * Reads a SQLite file in a thread of its own, started when something is first asked: SQLite answers at once, so a query
 * that takes long would hold up all else in the process. Whatever was committed before a query is asked is seen by it.
 *
 * Queries are asked one after the other. They wait in `line` and not in the thread, so that whoever waits too long is refused.
 */
export class ReadingThread {
  readonly #options: ReadingOptions
  readonly #line: WaitingLine
  #lastTurn: Promise<void> = Promise.resolve()
  #worker: Worker | undefined
  #answer: PromiseWithResolvers<readonly unknown[]> | undefined

  constructor(options: ReadingOptions, line: WaitingLine) {
    this.#options = options
    this.#line = line
  }

  async read<Row>({ sql, parameters }: CompiledQuery): Promise<QueryResult<Row>> {
    const endTurn = await this.#line.wait(
      () => this.#turn(),
      async (endLateTurn) => endLateTurn(),
    )
    try {
      return { rows: rowsOf<Row>(await this.#ask({ sql, parameters })) }
    } finally {
      endTurn()
    }
  }

  isRunning(): boolean {
    return this.#worker !== undefined
  }

  /** Waits for everybody in line. */
  async close(): Promise<void> {
    const endTurn = await this.#turn()
    await this.#worker?.terminate()
    endTurn()
  }

  /** Resolves, when it is the caller's turn, to what ends it. */
  async #turn(): Promise<() => void> {
    const turnBefore = this.#lastTurn
    const turn = Promise.withResolvers<void>()
    this.#lastTurn = turn.promise
    await turnBefore
    return turn.resolve
  }

  async #ask(question: Question): Promise<readonly unknown[]> {
    this.#worker ??= this.#start()
    const worker = this.#worker
    this.#answer = Promise.withResolvers()
    // A process may end while nothing is asked.
    worker.ref()
    worker.postMessage(question)
    return this.#answer.promise.finally(() => worker.unref())
  }

  #start(): Worker {
    const worker = new Worker(new URL('./reading-worker.ts', import.meta.url), {
      workerData: this.#options,
      resourceLimits: { maxYoungGenerationSizeMb: youngMemory },
    })
    worker.on('message', (answer: Answer) => {
      if ('rows' in answer) this.#answer?.resolve(answer.rows)
      else this.#answer?.reject(Object.assign(new Error(answer.failure.message), answer.failure))
    })
    // The exit follows, and is told to whoever waits.
    worker.on('error', () => {})
    worker.on('exit', () => {
      this.#worker = undefined
      this.#answer?.reject(new Error('Connection terminated: the thread that reads has ended'))
    })
    return worker
  }
}
