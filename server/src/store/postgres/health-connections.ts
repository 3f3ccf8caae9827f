import pg from 'pg'
import { errorCode } from '../../errors.ts'
import { describeDatabaseError } from '../describe-error.ts'
import { trialRow, trialTimeoutMs, trialTtlMs, type WriteTrial } from '../write-trial.ts'
import { isConnectionError } from './connection.ts'
import { type FullDiskNotes, lacksSpace } from './full-disk.ts'
import type { RefusedConnections } from './refused-connections.ts'

/** One for reads and one for a write, which may wait. */
const maxConnections = 2

/** disk_full, and the limit of temporary files; read_only_sql_transaction; lock_not_available, query_canceled by its timeout. */
const outcomes: Readonly<Record<string, WriteTrial['outcome']>> = {
  '53100': 'full',
  '53400': 'full',
  '25006': 'read-only',
  '55P03': 'locked',
  '57014': 'locked',
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

interface TrialOptions {
  readonly config: pg.ClientConfig
  readonly refused: RefusedConnections
  readonly space: FullDiskNotes
}

/** Also tries a connection of its own: those that are open outlive a password that was changed. */
export async function tryWritePostgres(
  pool: pg.Pool,
  { config, refused, space }: TrialOptions,
): Promise<WriteTrial> {
  const trial = await tryWrite(pool, space)
  if (trial.outcome !== 'written') return trial
  await tryConnecting(config, refused)
  const reason = refused.found()
  return reason === undefined ? trial : { ...trial, outcome: 'refused', reason }
}

/** Where the limit of connections is just enough, a further one is no need. */
async function tryConnecting(config: pg.ClientConfig, refused: RefusedConnections): Promise<void> {
  const client = new pg.Client({ ...config, connectionTimeoutMillis: trialTimeoutMs })
  client.on('error', () => {})
  try {
    await client.connect()
    refused.clear()
  } catch (error) {
    if (errorCode(error) !== '53300') refused.note(error)
  }
  void client.end().catch(() => {})
}

async function tryWrite(pool: pg.Pool, space: FullDiskNotes): Promise<WriteTrial> {
  let startedAt = performance.now()
  const elapsedMs = () => performance.now() - startedAt
  try {
    const client = await pool.connect()
    startedAt = performance.now()
    try {
      await client.query(upsert, [trialRow, Date.now() + trialTtlMs])
      const ms = elapsedMs()
      if (space.isFull() && (await lacksSpace(client))) {
        client.release()
        return { outcome: 'full', ms, reason: 'SQLSTATE 53100' }
      }
      space.clear()
    } catch (error) {
      client.release(true)
      throw error
    }
    client.release()
    return { outcome: 'written', ms: elapsedMs() }
  } catch (error) {
    const code = errorCode(error)
    if (code === '53300') return { outcome: 'refused', ms: elapsedMs(), reason: describeDatabaseError(error) }
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
