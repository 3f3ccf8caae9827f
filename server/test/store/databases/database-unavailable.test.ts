import { DatabaseSync } from 'node:sqlite'
import { sql } from 'kysely'
import { namehash } from 'viem'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { AppError } from '../../../src/errors.ts'
import { openStore, type Store } from '../../../src/store/store.ts'
import type { StoreTransaction } from '../../../src/store/tables.ts'
import { addSubname, newSubname, onboardDomain } from '../../support/databases/entities.ts'
import { type PostgresServer, startPostgres } from '../../support/databases/postgres.ts'
import { temporaryFolder } from '../../support/folders.ts'

/** The errors of callers while the database is not available. */
const unavailable = expect.objectContaining({ name: 'ServiceUnavailableException', status: 503 })

function queryDomains(store: Store) {
  return store.db.selectFrom('domains').select('id').execute()
}

/** Holds a transaction open until it is released. */
async function holdTransaction(store: Store, work: (tx: StoreTransaction) => Promise<unknown>) {
  const held = Promise.withResolvers<void>()
  const end = Promise.withResolvers<void>()
  const done = store.transaction(async (tx) => {
    await work(tx)
    held.resolve()
    await end.promise
  })
  await held.promise
  return async () => {
    end.resolve()
    await done
  }
}

describe('A PostgreSQL database that fails', () => {
  let server: PostgresServer
  beforeAll(async () => {
    server = await startPostgres()
  })
  afterAll(() => server.stop())

  it('503 for every operation while the server is down; recovery when it is back', async () => {
    const store = await openStore({ url: await server.createDatabase() })
    const { domain, resolver } = await onboardDomain(store)
    const subname = newSubname(domain, 'alice')
    await addSubname(store, subname)
    await store.lookup(resolver.id, subname.name)

    await server.kill()
    for (let time = 0; time < 2; time++) {
      await expect(queryDomains(store)).rejects.toEqual(unavailable)
      await expect(store.transaction((tx) => tx.selectFrom('domains').execute())).rejects.toEqual(unavailable)
      await expect((async () => store.lookup(resolver.id, subname.name))()).rejects.toEqual(unavailable)
      await expect(store.ping()).rejects.toEqual(unavailable)
    }
    await server.start()
    await expect.poll(() => queryDomains(store).catch(() => [])).toHaveLength(1)
    expect((await store.lookup(resolver.id, subname.name))?.subname?.node).toBe(namehash(subname.name))
    await store.close()
  })

  it('503 for a statement above the timeout, and for a row that another transaction locks', async () => {
    const store = await openStore({ url: await server.createDatabase(), lockTimeoutMs: 100 })
    await onboardDomain(store)
    const slow = store.transaction(async (tx) => {
      await sql`set local statement_timeout = 50`.execute(tx)
      await sql`select pg_sleep(5)`.execute(tx)
    })
    await expect(slow).rejects.toEqual(unavailable)

    const touch = (tx: StoreTransaction) => tx.updateTable('domains').set({ isBlocked: false }).execute()
    const end = await holdTransaction(store, touch)
    await expect(store.transaction(touch)).rejects.toEqual(unavailable)
    await end()
    await store.transaction(touch)
    await store.close()
  })

  it('503 above the length of the queue, and above its timeout', async () => {
    const acquireQueue = { maxWaiting: 3, timeoutMs: 1_000 }
    const store = await openStore({ url: await server.createDatabase(), acquireQueue })
    const holding: (() => Promise<void>)[] = []
    for (let connection = 0; connection < 10; connection++)
      holding.push(await holdTransaction(store, async () => {}))
    const waiting = Promise.allSettled(Array.from({ length: 3 }, () => queryDomains(store)))
    expect(store.poolStats()).toEqual({ connections: 10, waiting: 3 })
    await expect(queryDomains(store)).rejects.toEqual(unavailable)
    expect(store.poolStats().waiting).toBe(3)
    for (const outcome of await waiting) expect(outcome).toMatchObject({ reason: unavailable })
    await Promise.all(holding.map((end) => end()))
    expect(await queryDomains(store)).toEqual([])
    expect(store.poolStats().waiting).toBe(0)
    await store.close()
  })

  it('rule: a statement that the database rejects is an internal error, not an outage', async () => {
    const store = await openStore({ url: await server.createDatabase() })
    await expect(sql`select * from nowhere`.execute(store.db)).rejects.not.toBeInstanceOf(AppError)
    await store.close()
  })
})

describe('A SQLite database that fails', () => {
  const open = async (options = {}) => {
    const path = `${await temporaryFolder()}/names.db`
    return { path, store: await openStore({ url: `sqlite:${path}`, ...options }) }
  }

  it('503 while another process holds the lock', async () => {
    const { path, store } = await open({ lockTimeoutMs: 20 })
    const { domain } = await onboardDomain(store)
    const other = new DatabaseSync(path)
    other.exec('begin immediate')
    await expect(addSubname(store, newSubname(domain, 'alice'))).rejects.toEqual(unavailable)
    other.exec('rollback')
    other.close()
    expect(await addSubname(store, newSubname(domain, 'alice'))).toBe(true)
    await store.close()
  })

  it('503 when the disk is full: existing data can be read, and writes resume with space', async () => {
    const { store } = await open()
    const { domain } = await onboardDomain(store)
    const { rows } = await sql<{ pageCount: number }>`pragma page_count`.execute(store.db)
    await sql`pragma max_page_count = ${sql.lit(rows[0]?.pageCount)}`.execute(store.db)
    const fill = async () => {
      for (let index = 0; index < 1000; index++) await addSubname(store, newSubname(domain, `n${index}`))
    }
    await expect(fill()).rejects.toEqual(unavailable)
    expect(await queryDomains(store)).toHaveLength(1)
    await sql`pragma max_page_count = 1000000`.execute(store.db)
    expect(await addSubname(store, newSubname(domain, 'alice'))).toBe(true)
    await store.close()
  })

  it('503 above the length of the queue, and above its timeout', async () => {
    const acquireQueue = { maxWaiting: 3, timeoutMs: 300 }
    const { store } = await open({ acquireQueue })
    const end = await holdTransaction(store, async () => {})
    const write = () => store.transaction(async () => {})
    const waiting = Promise.allSettled(Array.from({ length: 3 }, write))
    await expect(write()).rejects.toEqual(unavailable)
    for (const outcome of await waiting) expect(outcome).toMatchObject({ reason: unavailable })
    await end()
    await write()
    await store.close()
  })

  it('rule: reads do not wait behind writes', async () => {
    const { store } = await open()
    const end = await holdTransaction(store, async () => {})
    expect(await queryDomains(store)).toEqual([])
    await end()
    await store.close()
  })
})
