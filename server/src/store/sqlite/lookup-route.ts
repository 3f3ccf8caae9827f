import { createDiskWait, type DiskWait } from './disk-wait.ts'
import type { LookupThreadOptions } from './lookup-batch.ts'
import { LookupThreads } from './lookup-threads.ts'
import type { PointRead, PointRow } from './point-read.ts'
import { createRecentReads } from './recent-reads.ts'

/** Milliseconds without a read after which threads end. */
const idleMs = 30_000

/** Milliseconds after threads could not be started. */
const retryMs = 10_000

interface LookupRouteOptions {
  readonly thread: LookupThreadOptions
  /** In the event loop. */
  readonly readHere: (read: PointRead) => PointRow
  /** Whether threads would read what the event loop reads. */
  readonly mayUseThreads: () => boolean
  readonly diskWait?: DiskWait
}

/** Where lookups are read. */
export interface LookupRoute {
  /** @throws SQLite's errors; OverloadedError. */
  readonly read: (read: PointRead) => PointRow | Promise<PointRow>
  /** Threads that run. */
  readonly threads: () => number
  /** Waits for reads in threads; later ones are made in the event loop. */
  readonly close: () => Promise<void>
}

/**
 * In the event loop while the file is in memory: handing a read to a thread takes as long as the read. In threads while reads wait for
 * the disk, so that they hold up nothing else.
 */
export function createLookupRoute({
  thread,
  readHere,
  mayUseThreads,
  diskWait = createDiskWait(),
}: LookupRouteOptions): LookupRoute {
  const recent = createRecentReads()
  let isInThreads = false
  let isClosed = false
  let mayStartAt = 0
  let lastReadAt = 0
  let idleCheck: NodeJS.Timeout | undefined
  const threads = new LookupThreads({
    thread,
    readHere,
    recent,
    onRead: (ms) => {
      if (diskWait.noteThere(ms)) isInThreads = false
    },
    onLost: () => {
      isInThreads = false
      mayStartAt = performance.now() + retryMs
    },
  })
  const endIfIdle = () => {
    if (performance.now() - lastReadAt < idleMs) return
    clearInterval(idleCheck)
    idleCheck = undefined
    isInThreads = false
    void threads.stop()
  }
  const start = async () => {
    if (isClosed || performance.now() < mayStartAt || !mayUseThreads()) return
    lastReadAt = performance.now()
    idleCheck ??= setInterval(endIfIdle, idleMs / 2).unref()
    isInThreads = (await threads.start()) && !isClosed
  }
  const measureHere = (read: PointRead) => {
    const startedAt = performance.now()
    const row = readHere(read)
    if (diskWait.noteHere(performance.now() - startedAt)) void start()
    recent.add(read)
    return row
  }
  return {
    read: (read) => {
      if (!isInThreads) return measureHere(read)
      lastReadAt = performance.now()
      return threads.read(read)
    },
    threads: () => threads.count(),
    close: async () => {
      isClosed = true
      isInThreads = false
      clearInterval(idleCheck)
      await threads.stop()
    },
  }
}
