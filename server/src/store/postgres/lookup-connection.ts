import { createHash } from 'node:crypto'
import pg from 'pg'
import type { Hex } from 'viem'
import { errorCode } from '../../errors.ts'
import type { CoveringDomainRow, LookupQueries, LookupRow, NameAndAncestors, NameParts } from '../lookup.ts'
import type { SealedSetLookup } from '../sealed-lookup.ts'
import { type PostgresSessions, socketOf } from './connection.ts'

/** Milliseconds; a lookup usually takes less than one. */
const timeoutMs = 3_000

/**
 * SQLSTATEs of a statement that is prepared in another session: unknown (26000), known (42P05), and what poolers return
 * (08P01).
 */
const foreignStatementSqlStates: readonly (string | undefined)[] = ['26000', '42P05', '08P01']

/**
 * One pipelined connection, with about three times the throughput of a pool. A timeout replaces it; until then
 * lookups fail immediately, so that cached responses are served without delay. Statements have names, and so are
 * prepared once, unless a pooler is between.
 */
export class LookupConnection {
  readonly #config: pg.ClientConfig
  readonly #queries: LookupQueries
  readonly #sessions: PostgresSessions
  /** Of the prepared statements, by text: one of another version must not answer. */
  readonly #names: ReadonlyMap<string, string>
  readonly #onReplaced: () => void
  #client: Promise<pg.Client> | undefined
  #isUnresponsive = false
  #isClosed = false

  /** `onReplaced`: another connection works in place of one that did not answer, so others may be dead, too. */
  constructor(
    config: pg.ClientConfig,
    queries: LookupQueries,
    sessions: PostgresSessions,
    onReplaced: () => void = () => {},
  ) {
    this.#onReplaced = onReplaced
    this.#config = {
      ...config,
      pipeline: true,
      keepAlive: true,
      query_timeout: timeoutMs,
      connectionTimeoutMillis: timeoutMs,
    }
    this.#queries = queries
    this.#sessions = sessions
    this.#names = new Map(Object.values(queries).map(({ sql }) => [sql, statementName(sql)]))
  }

  readName({ label, domain }: NameParts, resolverId: string): Promise<LookupRow | undefined> {
    return this.#read(this.#queries.name.sql, [domain, label, resolverId])
  }

  readNameWithTexts({ label, domain }: NameParts, resolverId: string): Promise<LookupRow | undefined> {
    return this.#read(this.#queries.nameWithTexts.sql, [domain, label, resolverId])
  }

  readCoveringDomain(chainId: number, names: NameAndAncestors): Promise<CoveringDomainRow | undefined> {
    return this.#read(this.#queries.coveringDomain.sql, [names[0], chainId, names])
  }

  readSealedSet(subnameKey: number): Promise<SealedSetLookup | undefined> {
    return this.#read(this.#queries.sealedSet.sql, [subnameKey])
  }

  readSealProof(root: Hex, bucket: number): Promise<{ readonly proof: Uint8Array } | undefined> {
    return this.#read(this.#queries.sealProof.sql, [root, bucket])
  }

  /** Waits for lookups in flight. */
  async close(): Promise<void> {
    this.#isClosed = true
    const client = await this.#client?.catch(() => undefined)
    await client?.end()
  }

  async #read<Row extends pg.QueryResultRow>(
    text: string,
    values: readonly unknown[],
  ): Promise<Row | undefined> {
    if (this.#isClosed) throw new Error('The store is closed.')
    this.#client ??= this.#connect()
    if (this.#isUnresponsive) throw new Error('Connection terminated: the server does not answer')
    const connected = this.#client
    const client = await connected
    const isNamed = !this.#sessions.isPooled()
    try {
      const { rows } = await client.query<Row>({
        ...(isNamed && { name: this.#names.get(text) }),
        text,
        values: [...values],
      })
      return rows[0]
    } catch (error) {
      if (isNamed && foreignStatementSqlStates.includes(errorCode(error))) {
        this.#sessions.markPooled()
        return this.#read(text, values)
      }
      if (isTimeout(error) && this.#client === connected) this.#reconnect(client)
      throw error
    }
  }

  /** Fails every lookup on the old connection. */
  #reconnect(client: pg.Client): void {
    this.#isUnresponsive = true
    this.#client = this.#isClosed ? undefined : this.#connect()
    socketOf(client).destroy()
  }

  #connect(): Promise<pg.Client> {
    const client = new pg.Client(this.#config)
    const connected = client
      .connect()
      .then(() => this.#sessions.prepare(client))
      .then(() => {
        if (this.#isUnresponsive) this.#onReplaced()
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
      // No lookup waits for it, so it retries until the server responds.
      if (this.#isUnresponsive && !this.#isClosed) this.#client ??= this.#connect()
    })
    return connected
  }
}

function statementName(text: string): string {
  return `lookup_${createHash('sha256').update(text).digest('hex').slice(0, 32)}`
}

function isTimeout(error: unknown): boolean {
  return error instanceof Error && /^Query read timeout|^timeout expired/.test(error.message)
}
