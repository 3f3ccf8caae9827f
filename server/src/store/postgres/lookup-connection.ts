import pg from 'pg'
import type { CoveringDomainRow, LookupQueries, LookupRow, NameAndAncestors, NameParts } from '../lookup.ts'
import { socketOf } from './stream-of.ts'

/** Milliseconds that a lookup waits for the server, which takes less than one, and that connecting may take. */
const timeoutMs = 3_000

/**
 * The connection lookups run on: one, made when first needed and again after it was lost. Lookups are sent on it
 * without waiting for the answers to earlier ones, which answers about three times as many as a pool does.
 *
 * A server that does not answer a lookup in time loses the connection. Until it is replaced, lookups fail at once:
 * cached responses are served meanwhile, without waiting for each.
 */
export class LookupConnection {
  readonly #config: pg.ClientConfig
  readonly #queries: LookupQueries
  #client: Promise<pg.Client> | undefined
  /** Whether the server did not answer when it was last asked. */
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
      // Nobody waits for it, so it is tried until the server answers, in one way or the other.
      if (this.#isUnresponsive && !this.#isClosed) this.#client ??= this.#connect()
    })
    return connected
  }
}

/** Whether pg says that the server has not answered in time: a lookup, or a new connection. */
function isTimeout(error: unknown): boolean {
  return error instanceof Error && /^Query read timeout|^timeout expired/.test(error.message)
}
