import { setTimeout as delay } from 'node:timers/promises'
import { lockFile } from '../../store/sqlite/files.ts'
import { type BucketAccess, openTarget } from '../open-target.ts'
import { problemOf } from '../state.ts'
import { createFolder, lockPath } from './files.ts'
import { LogShipper, type ShipperOptions } from './shipper.ts'
import { readLogStatus, writeLogStatus } from './status.ts'

/** Milliseconds, until a process tries to take over from another one, or anew after an error. */
const retryMs = 3000

interface LogShippingOptions extends Omit<ShipperOptions, 'target'> {
  readonly access: BucketAccess
  /** Of a restored copy, while the original may still ship its own log, false. */
  readonly mayShip: () => Promise<boolean>
}

/**
 * Stores what a SQLite database is and what changes in it, within seconds, encrypted, until the abort. Any number of processes
 * may run it for one database: one of them ships, and another takes over when that one ends. Reports its failures, and
 * tries again.
 */
export async function shipLog(options: LogShippingOptions, stopping: AbortSignal): Promise<void> {
  while (!stopping.aborted) {
    try {
      await shipIfFree(options, stopping)
    } catch (error) {
      const problem = problemOf(error)
      options.onProblem(problem)
      const { dataDir, targetPath: target } = options
      await writeLogStatus(dataDir, { ...(readLogStatus(dataDir, target) ?? { target }), problem })
    }
    await delay(retryMs, undefined, { signal: stopping }).catch(() => {})
  }
}

async function shipIfFree(options: LogShippingOptions, stopping: AbortSignal): Promise<void> {
  const { access, dataDir, targetPath, mayShip } = options
  if (!(await mayShip())) return
  await createFolder(dataDir)
  const lock = lockFile(lockPath(dataDir))
  if (!lock) return
  try {
    const target = await openTarget(targetPath, access)
    try {
      await new LogShipper({ ...options, target }, stopping).run()
    } finally {
      target.close()
    }
  } finally {
    lock.release()
  }
}
