import pg from 'pg'
import { errorCode } from '../../errors.ts'
import { trialRow, trialTimeoutMs, trialTtlMs, type WriteTrial } from '../write-trial.ts'
import { isConnectionError } from './connection.ts'

/** One for reads and one for a write, which may wait. */
const maxConnections = 2

/** disk_full; read_only_sql_transaction; lock_not_available, query_canceled by its timeout, too_many_connections. */
const outcomes: Readonly<Record<string, WriteTrial['outcome']>> = {
  '53100': 'full',
  '25006': 'read-only',
  '55P03': 'locked',
  '57014': 'locked',
  '53300': 'locked',
}

const upsert =
  'insert into rate_counts (id, count, expires_at) values ($1, 1, $2) on conflict (id) do update set expires_at = excluded.expires_at'

/** Beside the pool, whose connections writers may all have. Kept open, so that they are there when no further one is. */
export function openHealthPool(config: pg.PoolConfig): pg.Pool {
  const pool = new pg.Pool({
    ...config,
    max: maxConnections,
    idleTimeoutMillis: 0,
    connectionTimeoutMillis: trialTimeoutMs,
    query_timeout: trialTimeoutMs,
  })
  // The query reports a lost connection; an unhandled event would end the process.
  pool.on('error', () => {})
  pool.on('connect', (client) => client.on('error', () => {}))
  return pool
}

export async function tryWritePostgres(pool: pg.Pool): Promise<WriteTrial> {
  let startedAt = performance.now()
  const elapsedMs = () => performance.now() - startedAt
  try {
    const client = await pool.connect()
    startedAt = performance.now()
    try {
      await client.query(upsert, [trialRow, Date.now() + trialTtlMs])
    } catch (error) {
      client.release(true)
      throw error
    }
    client.release()
    return { outcome: 'written', ms: elapsedMs() }
  } catch (error) {
    const code = errorCode(error)
    const outcome = outcomes[code ?? ''] ?? (isTimeout(error) ? 'locked' : 'failed')
    if (outcome === 'locked' && (await awaitsStandby(pool)))
      return { outcome: 'unreplicated', ms: elapsedMs() }
    const reason = code === undefined ? undefined : isConnectionError(error) ? code : `SQLSTATE ${code}`
    return { outcome, ms: elapsedMs(), reason }
  }
}

/**
 * Whether a commit of this user waits for a synchronous standby (`synchronous_standby_names`). It holds the locks of its transaction
 * meanwhile, and none of the limits of a session ends it.
 */
async function awaitsStandby(pool: pg.Pool): Promise<boolean> {
  const waiting = await pool.query(awaitingStandby).catch(() => undefined)
  return (waiting?.rowCount ?? 0) > 0
}

const awaitingStandby =
  "select from pg_stat_activity where wait_event = 'SyncRep' and usename = current_user limit 1"

function isTimeout(error: unknown): boolean {
  return error instanceof Error && /timeout/i.test(error.message)
}
