import type { PostgresCursor, PostgresPool, PostgresPoolClient, PostgresQueryResult } from 'kysely'
import type pg from 'pg'
import { DatabaseUnavailableError } from '../../errors.ts'

/** The function of PostgreSQL that warns of it; its text depends on the language of the server. */
const unreplicatedRoutine = 'SyncRepWaitForLSN'

/**
 * PostgreSQL reports success, with a warning, for a commit whose wait for a synchronous standby was cancelled: it is on the primary
 * alone. Here its statement fails with `DatabaseUnavailableError`. `connect` is that of the pool.
 */
export function rejectUnreplicated(pool: pg.Pool, connect: () => Promise<pg.PoolClient>): PostgresPool {
  const clients = new WeakMap<pg.PoolClient, PostgresPoolClient>()
  pool.on('connect', (client) => clients.set(client, watchCommits(client)))
  return {
    // Kysely cancels nothing here, for which it would need the constructor of clients.
    options: pool.options,
    connect: async () => {
      const client = await connect()
      return clients.get(client) ?? client
    },
    end: () => pool.end(),
  }
}

function watchCommits(client: pg.PoolClient): PostgresPoolClient {
  let isUnreplicated = false
  client.on('notice', ({ routine }) => {
    isUnreplicated ||= routine === unreplicatedRoutine
  })
  const inner: PostgresPoolClient = client
  const run = async <R>(sql: string, parameters: readonly unknown[]): Promise<PostgresQueryResult<R>> => {
    isUnreplicated = false
    const result = await inner.query<R>(sql, parameters)
    if (!isUnreplicated) return result
    throw new DatabaseUnavailableError(
      'The write is on the primary database alone, which would lose it without its standby. Read it before you retry.',
    )
  }
  function query<R>(sql: string, parameters: readonly unknown[]): Promise<PostgresQueryResult<R>>
  function query<R>(cursor: PostgresCursor<R>): PostgresCursor<R>
  function query<R>(statement: string | PostgresCursor<R>, parameters: readonly unknown[] = []) {
    return typeof statement === 'string' ? run<R>(statement, parameters) : inner.query(statement)
  }
  return { query, release: (isBroken) => client.release(isBroken) }
}
