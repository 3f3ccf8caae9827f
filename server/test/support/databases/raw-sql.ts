import { DatabaseSync } from 'node:sqlite'
import pg from 'pg'
import { retryWhenBusy } from '../../../src/store/sqlite/retry-when-busy.ts'

/** A connection that bypasses the store. */
export interface RawConnection {
  run(sql: string): Promise<readonly Record<string, unknown>[]>
  close(): Promise<void>
}

/** Connects to the database of a store URL directly. */
export async function connectRaw(url: string): Promise<RawConnection> {
  if (url.startsWith('sqlite:')) {
    // A service in this process may be in a transaction, which waiting inside of SQLite would keep from its end.
    const database = new DatabaseSync(url.slice('sqlite:'.length), { timeout: 0 })
    return {
      run: (sql) => retryWhenBusy(10_000, () => database.prepare(sql).all()),
      close: async () => database.close(),
    }
  }
  const client = new pg.Client(url)
  await client.connect()
  return {
    run: async (sql) => (await client.query<Record<string, unknown>>(sql)).rows,
    close: () => client.end(),
  }
}
