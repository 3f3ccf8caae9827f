import { DatabaseSync } from 'node:sqlite'
import pg from 'pg'

/** A connection that bypasses the store. */
export interface RawConnection {
  run(sql: string): Promise<readonly Record<string, unknown>[]>
  close(): Promise<void>
}

/** Connects to the database of a store URL directly. */
export async function connectRaw(url: string): Promise<RawConnection> {
  if (url.startsWith('sqlite:')) {
    const database = new DatabaseSync(url.slice('sqlite:'.length), { timeout: 10_000 })
    return {
      run: async (sql) => database.prepare(sql).all(),
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
