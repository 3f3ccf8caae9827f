import { Worker } from 'node:worker_threads'
import type { CompiledQuery, QueryResult } from 'kysely'
import { rowsOf } from './statements.ts'

export interface ReadingOptions {
  /** Of the file. */
  readonly path: string
  /** Milliseconds to wait for a lock. */
  readonly lockTimeout: number
}

/** What is sent to the thread. */
export interface Question {
  readonly number: number
  readonly query: Pick<CompiledQuery, 'sql' | 'parameters'>
}

/** What comes back: the rows, or what SQLite's error says of itself. */
export type Answer = { readonly number: number } & (
  | { readonly rows: readonly unknown[] }
  | { readonly failure: { readonly message: string } }
)

/** MiB of heap for what is young: rows are handed on at once. */
const youngMemory = 8

/**
 * Reads a SQLite file in a thread of its own, started when something is first asked: SQLite answers at once, so a query
 * that takes long would hold up all else in the process. Whatever was committed before a query is asked is seen by it.
 */
export class ReadingThread {
  readonly #options: ReadingOptions
  readonly #waiting = new Map<number, PromiseWithResolvers<readonly unknown[]>>()
  #worker: Worker | undefined
  #asked = 0
  #onLastAnswer = () => {}

  constructor(options: ReadingOptions) {
    this.#options = options
  }

  async read<Row>({ sql, parameters }: CompiledQuery): Promise<QueryResult<Row>> {
    this.#worker ??= this.#start()
    const worker = this.#worker
    const question: Question = { number: this.#asked++, query: { sql, parameters } }
    const answer = Promise.withResolvers<readonly unknown[]>()
    this.#waiting.set(question.number, answer)
    // A process may end while nothing is asked.
    worker.ref()
    worker.postMessage(question)
    return { rows: rowsOf<Row>(await answer.promise) }
  }

  isRunning(): boolean {
    return this.#worker !== undefined
  }

  /** Waits for the answers under way. */
  async close(): Promise<void> {
    const answered = Promise.withResolvers<void>()
    this.#onLastAnswer = answered.resolve
    if (this.#waiting.size > 0) await answered.promise
    await this.#worker?.terminate()
  }

  #start(): Worker {
    const worker = new Worker(new URL('./reading-worker.ts', import.meta.url), {
      workerData: this.#options,
      resourceLimits: { maxYoungGenerationSizeMb: youngMemory },
    })
    worker.on('message', (answer: Answer) => {
      this.#settle(answer)
      if (this.#waiting.size > 0) return
      worker.unref()
      this.#onLastAnswer()
    })
    // The exit follows, and is told to whoever waits.
    worker.on('error', () => {})
    worker.on('exit', () => {
      this.#worker = undefined
      const failure = { message: 'Connection terminated: the thread that reads has ended' }
      for (const number of this.#waiting.keys()) this.#settle({ number, failure })
      this.#onLastAnswer()
    })
    return worker
  }

  #settle(answer: Answer): void {
    const waiting = this.#waiting.get(answer.number)
    this.#waiting.delete(answer.number)
    if ('rows' in answer) waiting?.resolve(answer.rows)
    else waiting?.reject(Object.assign(new Error(answer.failure.message), answer.failure))
  }
}
