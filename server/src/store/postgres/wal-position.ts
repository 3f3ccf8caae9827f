import pg from 'pg'
import { connectionString } from './parse-url.ts'

export interface WalPosition {
  /** WAL bytes: written on a primary, replayed on a replica. */
  readonly lsn: bigint
  readonly isReplica: boolean
  /** Shared by a primary and its replicas only. */
  readonly system: string
}

const positionQuery = `
  select pg_is_in_recovery() as "isReplica", system_identifier::text as system, pg_wal_lsn_diff(
    case when pg_is_in_recovery() then pg_last_wal_replay_lsn() else pg_current_wal_lsn() end, '0/0'
  )::text as lsn
  from pg_control_system()
`

/** Milliseconds. */
const timeoutMs = 1_000

/** A separate connection is not delayed by load. */
export class WalPositionProbe {
  readonly #pool: pg.Pool

  constructor(url: string) {
    this.#pool = new pg.Pool({
      connectionString: connectionString(url),
      application_name: 'byname probe',
      max: 1,
      connectionTimeoutMillis: timeoutMs,
      query_timeout: timeoutMs,
    })
    // The next query reports a lost connection.
    this.#pool.on('error', () => {})
    this.#pool.on('connect', (client) => client.on('error', () => {}))
  }

  async read(): Promise<WalPosition | undefined> {
    const client = await this.#pool.connect().catch(() => undefined)
    if (!client) return undefined
    try {
      const { rows } = await client.query<Omit<WalPosition, 'lsn'> & { readonly lsn: string }>(positionQuery)
      client.release()
      return rows[0] && { ...rows[0], lsn: BigInt(rows[0].lsn) }
    } catch {
      client.release(true)
      return undefined
    }
  }

  close(): Promise<void> {
    return this.#pool.end()
  }
}
