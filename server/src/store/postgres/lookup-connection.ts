import pg from 'pg'
import type { CoveringDomainRow, LookupQueries, LookupRow, NameAndAncestors, NameParts } from '../lookup.ts'
import { socketOf } from './stream-of.ts'

/** Timeouts of a lookup, which normally takes less than a millisecond, and of connecting, in milliseconds. */
const timeoutMs = 3_000

/**
 * The connection of lookups: opened when first needed and again after it was lost. Lookups are pipelined on it, which gives
 * about three times the throughput of a pool.
 *
 * A server that does not respond to a lookup in time loses the connection. Until it is replaced, lookups fail immediately:
 * cached responses are served meanwhile, without a delay for each.
 */
export class LookupConnection {
  readonly #config: pg.ClientConfig
  readonly #queries: LookupQueries
  #client: Promise<pg.Client> | undefined
  /** Whether the last request to the server failed. */
  #isUnresponsive = false
  #isClosed = false

  constructor(config: pg.ClientConfig, queries: LookupQueries) {
    this.#config = {
      ...config,
      pipeline: true,
      keepAlive: true,
      query_timeout: timeoutMs,
      connectionTimeoutMillis: timeoutMs,
    }
    this.#queries = queries
  }

  readName({ label, domain }: NameParts, resolverId: string): Promise<LookupRow | undefined> {
    return this.#read('lookup_name', this.#queries.name.sql, [domain, label, resolverId])
  }

  readNameWithTexts({ label, domain }: NameParts, resolverId: string): Promise<LookupRow | undefined> {
    return this.#read('lookup_name_with_texts', this.#queries.nameWithTexts.sql, [domain, label, resolverId])
  }

  readCoveringDomain(chainId: number, names: NameAndAncestors): Promise<CoveringDomainRow | undefined> {
    return this.#read('lookup_cover', this.#queries.coveringDomain.sql, [names[0], chainId, names])
  }

  /** Waits for lookups in flight. */
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
    if (this.#isUnresponsive) throw new Error('Connection terminated: the server does not answer')
    const connected = this.#client
    const client = await connected
    try {
      const { rows } = await client.query<Row>({ name, text, values: [...values] })
      return rows[0]
    } catch (error) {
      if (isTimeout(error) && this.#client === connected) this.#reconnect(client)
      throw error
    }
  }

  /** Every lookup on the old connection fails with it. */
  #reconnect(client: pg.Client): void {
    this.#isUnresponsive = true
    this.#client = this.#isClosed ? undefined : this.#connect()
    socketOf(client).destroy()
  }

  #connect(): Promise<pg.Client> {
    const client = new pg.Client(this.#config)
    const connected = client.connect().then(() => {
      this.#isUnresponsive = false
      return client
    })
    const forget = () => {
      if (this.#client === connected) this.#client = undefined
    }
    client.on('error', forget)
    client.on('end', forget)
    connected.catch((error: unknown) => {
      forget()
      this.#isUnresponsive = isTimeout(error)
      // Runs in the background, so it is repeated until the server responds or rejects it.
      if (this.#isUnresponsive && !this.#isClosed) this.#client ??= this.#connect()
    })
    return connected
  }
}

/** Whether pg reports a timeout: of a lookup, or of a new connection. */
function isTimeout(error: unknown): boolean {
  return error instanceof Error && /^Query read timeout|^timeout expired/.test(error.message)
}
