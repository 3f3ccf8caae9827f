import { DatabaseSync } from 'node:sqlite'
import { errorCode } from '../../errors.ts'
import { fullDiskAdvice } from '../disk-state.ts'
import { trialRow, trialTimeoutMs, trialTtlMs, type WriteTrial } from '../write-trial.ts'
import { findWriteFault } from './file-access.ts'
import { resultCodeOf } from './result-code.ts'
import { retryWhenBusy } from './retry-when-busy.ts'

/** SQLite's primary result codes. */
const outcomes: Readonly<Record<number, WriteTrial['outcome']>> = {
  5: 'locked',
  6: 'locked',
  8: 'read-only',
  13: 'full',
}

/** Writes a row as every write does, to the disk, on a connection that is opened for it: one that is open outlives a disk that is not. */
export async function tryWriteSqlite(path: string): Promise<WriteTrial> {
  let startedAt = performance.now()
  const elapsedMs = () => performance.now() - startedAt
  try {
    const database = new DatabaseSync(path)
    try {
      database.exec('pragma synchronous = full; pragma fullfsync = on')
      await retryWhenBusy(trialTimeoutMs, () => database.exec('begin immediate'))
      startedAt = performance.now()
      database
        .prepare(
          'insert into rate_counts (id, count, expires_at) values (?, 1, ?) on conflict (id) do update set expires_at = excluded.expires_at',
        )
        .run(trialRow, Date.now() + trialTtlMs)
      database.exec('commit')
    } finally {
      database.close()
    }
    const ms = elapsedMs()
    // SQLite may still write into pages that it has.
    return { outcome: fullDiskAdvice(path) === undefined ? 'written' : 'full', ms }
  } catch (error) {
    const code = resultCodeOf(error)
    const outcome = outcomes[code ?? -1]
    const found = outcome === 'locked' ? undefined : findWriteFault(path)
    const reason = code === undefined ? errorCode(error) : `SQLite error ${code}`
    return {
      outcome: outcome ?? found?.outcome ?? 'failed',
      ms: elapsedMs(),
      reason: found?.reason ?? reason,
    }
  }
}
