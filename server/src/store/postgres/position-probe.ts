import pg from 'pg'

/** How far a server has come in the log of all writes. */
export interface Position {
  /** Bytes since the log began: on a primary what is written, on a replica what can be read. */
  readonly bytes: bigint
  readonly isReplica: boolean
  /** A primary and its replicas have the same one, and nobody else. */
  readonly system: string
}

const positionQuery = `
  select pg_is_in_recovery() as "isReplica", system_identifier::text as system, pg_wal_lsn_diff(
    case when pg_is_in_recovery() then pg_last_wal_replay_lsn() else pg_current_wal_lsn() end, '0/0'
  )::text as bytes
  from pg_control_system()
`

/** Milliseconds after which a server that says nothing counts as away. */
const patience = 1_000

/** Asks a server how far it is, on a connection of its own, so that no load makes it late. */
export class PositionProbe {
  readonly #pool: pg.Pool

  constructor(url: string) {
    this.#pool = new pg.Pool({
      connectionString: url,
      application_name: 'byname probe',
      max: 1,
      connectionTimeoutMillis: patience,
      query_timeout: patience,
      statement_timeout: patience,
    })
    // The query that meets a lost connection reports it.
    this.#pool.on('error', () => {})
    this.#pool.on('connect', (client) => client.on('error', () => {}))
  }

  /** Absent: the server does not answer. */
  async read(): Promise<Position | undefined> {
    const client = await this.#pool.connect().catch(() => undefined)
    if (!client) return undefined
    try {
      const { rows } = await client.query<Position & { readonly bytes: string }>(positionQuery)
      client.release()
      return rows[0] && { ...rows[0], bytes: BigInt(rows[0].bytes) }
    } catch {
      client.release(true)
      return undefined
    }
  }

  close(): Promise<void> {
    return this.#pool.end()
  }
}
