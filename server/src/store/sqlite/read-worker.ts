import { Worker } from 'node:worker_threads'
import { Mutex } from 'async-mutex'
import type { CompiledQuery, QueryResult } from 'kysely'
import type { AcquireQueue } from '../driver/acquire-queue.ts'
import { rowsOf } from './statement-cache.ts'

export interface ReadWorkerOptions {
  /** Path of the file. */
  readonly path: string
  /** Milliseconds to wait for a lock. */
  readonly lockTimeoutMs: number
}

/** A message to the thread. */
export type ReadRequest = Pick<CompiledQuery, 'sql' | 'parameters'>

/** The result: the rows, or the properties of SQLite's error. */
export type ReadResponse =
  | { readonly rows: readonly unknown[] }
  | { readonly error: { readonly message: string } }

/** MiB of heap for young objects: rows are passed on immediately. */
const maxYoungGenerationMb = 8

/**
 * Reads a SQLite file in a worker thread, started with the first query: SQLite is synchronous, so a slow query would block
 * everything else in the process. A query reads everything that was committed before it.
 *
 * Queries run one after the other. They wait in the queue and not in the thread, so that one that waits too long can be
 * rejected.
 */
export class ReadWorker {
  readonly #options: ReadWorkerOptions
  readonly #queue: AcquireQueue
  readonly #mutex = new Mutex()
  #worker: Worker | undefined
  #response: PromiseWithResolvers<readonly unknown[]> | undefined

  constructor(options: ReadWorkerOptions, queue: AcquireQueue) {
    this.#options = options
    this.#queue = queue
  }

  async read<Row>({ sql, parameters }: CompiledQuery): Promise<QueryResult<Row>> {
    const release = await this.#queue.acquire(
      () => this.#mutex.acquire(),
      async (releaseLate) => releaseLate(),
    )
    try {
      return { rows: rowsOf<Row>(await this.#send({ sql, parameters })) }
    } finally {
      release()
    }
  }

  isRunning(): boolean {
    return this.#worker !== undefined
  }

  /** Waits for every query in the queue. */
  async close(): Promise<void> {
    const release = await this.#mutex.acquire()
    await this.#worker?.terminate()
    release()
  }

  async #send(request: ReadRequest): Promise<readonly unknown[]> {
    this.#worker ??= this.#start()
    const worker = this.#worker
    this.#response = Promise.withResolvers()
    // An idle thread does not keep the process alive.
    worker.ref()
    worker.postMessage(request)
    return this.#response.promise.finally(() => worker.unref())
  }

  #start(): Worker {
    const worker = new Worker(new URL('./read-worker-thread.ts', import.meta.url), {
      workerData: this.#options,
      resourceLimits: { maxYoungGenerationSizeMb: maxYoungGenerationMb },
    })
    worker.on('message', (response: ReadResponse) => {
      if ('rows' in response) this.#response?.resolve(response.rows)
      else this.#response?.reject(Object.assign(new Error(response.error.message), response.error))
    })
    // The exit follows; its handler rejects the waiting query.
    worker.on('error', () => {})
    worker.on('exit', () => {
      this.#worker = undefined
      this.#response?.reject(new Error('Connection terminated: the thread that reads has ended'))
    })
    return worker
  }
}
