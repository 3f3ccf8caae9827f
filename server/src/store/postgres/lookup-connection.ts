import pg from 'pg'
import type { CoverRow, LookupQueries, LookupRow } from '../lookup.ts'

/**
 * The connection lookups run on: one, made when first needed and again after it was lost. Lookups are sent on it
 * without waiting for the answers to earlier ones, which answers about three times as many as a pool does.
 */
export class LookupConnection {
  readonly #config: pg.ClientConfig
  readonly #queries: LookupQueries
  #client: Promise<pg.Client> | undefined
  #isClosed = false

  constructor(config: pg.ClientConfig, queries: LookupQueries) {
    this.#config = { ...config, pipeline: true, keepAlive: true, query_timeout: 10_000 }
    this.#queries = queries
  }

  readName(name: string, resolverId: string): Promise<LookupRow | undefined> {
    return this.#read('lookup_name', this.#queries.name.sql, [name, resolverId])
  }

  readCover(chainId: number, names: readonly string[]): Promise<CoverRow | undefined> {
    return this.#read('lookup_cover', this.#queries.cover.sql, [chainId, names])
  }

  /** Waits for the lookups under way. */
  async close(): Promise<void> {
    this.#isClosed = true
    const client = await this.#client?.catch(() => undefined)
    await client?.end()
  }

  async #read<Row extends pg.QueryResultRow>(
    name: string,
    text: string,
    values: readonly unknown[],
  ): Promise<Row | undefined> {
    if (this.#isClosed) throw new Error('The store is closed.')
    this.#client ??= this.#connect()
    const client = await this.#client
    const { rows } = await client.query<Row>({ name, text, values: [...values] })
    return rows[0]
  }

  #connect(): Promise<pg.Client> {
    const client = new pg.Client(this.#config)
    const connected = client.connect().then(() => client)
    const forget = () => {
      if (this.#client === connected) this.#client = undefined
    }
    client.on('error', forget)
    connected.catch(forget)
    return connected
  }
}
