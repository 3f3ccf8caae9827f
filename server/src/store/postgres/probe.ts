import pg from 'pg'
import { connectionString } from './connection.ts'

/** Milliseconds. */
const timeoutMs = 1_000

/** Repeats one query on a connection of its own, which load does not delay. */
export class Probe<Row extends object> {
  readonly #pool: pg.Pool
  readonly #query: string

  constructor(url: string, query: string) {
    this.#query = query
    this.#pool = new pg.Pool({
      connectionString: connectionString(url),
      application_name: 'byname probe',
      max: 1,
      connectionTimeoutMillis: timeoutMs,
      query_timeout: timeoutMs,
      types: { getTypeParser },
    })
    // The next query reports a lost connection.
    this.#pool.on('error', () => {})
    this.#pool.on('connect', (client) => client.on('error', () => {}))
  }

  /** The only row; `undefined` when the server does not respond within a second, or rejects the query. */
  async read(): Promise<Row | undefined> {
    const client = await this.#pool.connect().catch(() => undefined)
    if (!client) return undefined
    try {
      const { rows } = await client.query<Row>(this.#query)
      client.release()
      return rows[0]
    } catch {
      client.release(true)
      return undefined
    }
  }

  close(): Promise<void> {
    return this.#pool.end()
  }
}

/** Positions in the WAL may be above 2^53. */
const getTypeParser: typeof pg.types.getTypeParser = (type: number, format?: 'text' | 'binary') =>
  type === pg.types.builtins.INT8 ? BigInt : pg.types.getTypeParser(type, format as 'text')
