import pg from 'pg'

/** The WAL position of a server. */
export interface WalPosition {
  /** Bytes since the log began: on a primary those written, on a replica those replayed. */
  readonly lsn: bigint
  readonly isReplica: boolean
  /** Shared by a primary and its replicas; other servers differ. */
  readonly system: string
}

const positionQuery = `
  select pg_is_in_recovery() as "isReplica", system_identifier::text as system, pg_wal_lsn_diff(
    case when pg_is_in_recovery() then pg_last_wal_replay_lsn() else pg_current_wal_lsn() end, '0/0'
  )::text as lsn
  from pg_control_system()
`

/** Milliseconds after which a silent server counts as down. */
const timeoutMs = 1_000

/** Reads the position of a server, on a connection of its own, so that load does not delay it. */
export class WalPositionProbe {
  readonly #pool: pg.Pool

  constructor(url: string) {
    this.#pool = new pg.Pool({
      connectionString: url,
      application_name: 'byname probe',
      max: 1,
      connectionTimeoutMillis: timeoutMs,
      query_timeout: timeoutMs,
      statement_timeout: timeoutMs,
    })
    // The query that meets a lost connection reports it.
    this.#pool.on('error', () => {})
    this.#pool.on('connect', (client) => client.on('error', () => {}))
  }

  /** Absent: the server does not respond. */
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
