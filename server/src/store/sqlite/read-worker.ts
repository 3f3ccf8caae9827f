import { Worker } from 'node:worker_threads'
import { Mutex } from 'async-mutex'
import type { CompiledQuery, QueryResult } from 'kysely'
import type { AcquireQueue } from '../driver/acquire-queue.ts'
import { assertCurrent, type FileAccess } from './file-access.ts'
import { type PackedRows, unpackRows } from './packed-rows.ts'
import { rowsOf } from './statement-cache.ts'
import { findThread } from './thread-file.ts'

export interface ReadWorkerOptions extends Pick<FileAccess, 'location' | 'prelude'> {
  /** Milliseconds. */
  readonly lockTimeoutMs: number
}

export type ReadRequest = Pick<CompiledQuery, 'sql' | 'parameters'>

export type ReadResponse = { readonly rows: PackedRows } | { readonly error: { readonly message: string } }

const workerThread = findThread('read-worker-thread')

/** MiB; rows are short-lived. */
const maxYoungGenerationMb = 8

/**
 * Long queries would block the process, so they run in a worker thread, one at a time. They see all earlier commits
 * and wait in the queue, not in the thread, so that they can time out.
 */
export class ReadWorker {
  #access: FileAccess
  readonly #lockTimeoutMs: number
  readonly #queue: AcquireQueue
  readonly #mutex = new Mutex()
  #worker: Worker | undefined
  #response: PromiseWithResolvers<PackedRows> | undefined

  constructor(access: FileAccess, lockTimeoutMs: number, queue: AcquireQueue) {
    this.#access = access
    this.#lockTimeoutMs = lockTimeoutMs
    this.#queue = queue
  }

  async read<Row>({ sql, parameters }: CompiledQuery): Promise<QueryResult<Row>> {
    const release = await this.#queue.acquire(
      () => this.#mutex.acquire(),
      async (releaseLate) => releaseLate(),
    )
    try {
      const rows = unpackRows(await this.#send({ sql, parameters }))
      assertCurrent(this.#access)
      return { rows: rowsOf<Row>(rows) }
    } finally {
      release()
    }
  }

  /** From the first query on. */
  use(access: FileAccess): void {
    this.#access = access
  }

  /** Ends its connection, runs `reopen`, and reads by what that returns, if anything; queries wait meanwhile. */
  async restart(reopen: () => FileAccess | undefined): Promise<void> {
    const release = await this.#mutex.acquire()
    try {
      await this.#worker?.terminate()
      this.#worker = undefined
      this.#access = reopen() ?? this.#access
    } finally {
      release()
    }
  }

  isRunning(): boolean {
    return this.#worker !== undefined
  }

  /** Waits for queued queries. */
  async close(): Promise<void> {
    const release = await this.#mutex.acquire()
    await this.#worker?.terminate()
    release()
  }

  async #send(request: ReadRequest): Promise<PackedRows> {
    this.#worker ??= this.#start()
    const worker = this.#worker
    this.#response = Promise.withResolvers()
    // An idle worker must not keep the process alive.
    worker.ref()
    worker.postMessage(request)
    return this.#response.promise.finally(() => worker.unref())
  }

  #start(): Worker {
    const { location, prelude } = this.#access
    const worker = new Worker(workerThread, {
      workerData: { location, prelude, lockTimeoutMs: this.#lockTimeoutMs } satisfies ReadWorkerOptions,
      resourceLimits: { maxYoungGenerationSizeMb: maxYoungGenerationMb },
    })
    worker.on('message', (response: ReadResponse) => {
      if ('rows' in response) this.#response?.resolve(response.rows)
      else this.#response?.reject(Object.assign(new Error(response.error.message), response.error))
    })
    // The exit handler rejects the waiting query.
    worker.on('error', () => {})
    worker.on('exit', () => {
      if (this.#worker !== worker) return
      this.#worker = undefined
      this.#response?.reject(new Error('Connection terminated: the thread that reads has ended'))
    })
    return worker
  }
}
