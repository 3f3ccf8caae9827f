import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { DatabaseUnavailableError } from '../../../src/errors.ts'
import { openStore, type Store } from '../../../src/store/store.ts'
import type { Queryable } from '../../../src/store/tables.ts'
import { addSubname, newSubname, onboardDomain } from '../../support/databases/entities.ts'
import { createFolder } from '../../support/folders.ts'

/** Counts for a while, without reading a table. */
async function countTo(db: Queryable, end: number): Promise<number | undefined> {
  const { rows } = await sql<{ n: number }>`
    with recursive numbers(n) as (select 1 union all select n + 1 from numbers where n < ${end})
    select max(n) as n from numbers`.execute(db)
  return rows[0]?.n
}

describe('Reading SQLite in a thread', () => {
  let folder: string
  let store: Store
  beforeEach(async () => {
    folder = await createFolder('thread')
    store = await openStore({ url: `sqlite:${join(folder, 'names.db')}` })
  })
  afterEach(async () => {
    await store.close()
    await rm(folder, { recursive: true })
  })

  it('rule: the read worker sees every commit', async () => {
    const { domain } = await onboardDomain(store)
    for (let count = 1; count <= 20; count++) {
      await addSubname(store, newSubname(domain, `name-${count}`))
      expect(await store.replica.selectFrom('subnames').select('id').execute()).toHaveLength(count)
    }
  })

  it('rule: a slow query does not delay other queries', async () => {
    const { domain } = await onboardDomain(store)
    let isSlowQueryDone = false
    const long = countTo(store.replica, 2_000_000).finally(() => {
      isSlowQueryDone = true
    })
    for (let count = 1; count <= 5; count++) await addSubname(store, newSubname(domain, `name-${count}`))
    expect(await store.db.selectFrom('subnames').select('id').execute()).toHaveLength(5)
    expect(isSlowQueryDone).toBe(false)
    expect(await long).toBe(2_000_000)
  })

  it('rule: the read worker reports SQLite’s errors with their reason and runs the next query', async () => {
    const failed = sql`select a from nowhere`.execute(store.replica)
    await expect(failed).rejects.toThrow('no such table: nowhere')
    expect(await countTo(store.replica, 3)).toBe(3)
  })

  it('rule: the read worker rejects writes', async () => {
    const refused = sql`delete from subnames`.execute(store.replica)
    await expect(refused).rejects.toMatchObject({
      cause: { message: 'attempt to write a readonly database' },
    })
  })

  it('503 for a query that waits too long behind another; rule: the next query succeeds', async () => {
    const storeWithShortTimeout = await openStore({
      url: `sqlite:${join(folder, 'names.db')}`,
      acquireQueue: { timeoutMs: 50 },
    })
    const long = countTo(storeWithShortTimeout.replica, 3_000_000)
    await expect(countTo(storeWithShortTimeout.replica, 3)).rejects.toBeInstanceOf(DatabaseUnavailableError)
    expect(await long).toBe(3_000_000)
    expect(await countTo(storeWithShortTimeout.replica, 3)).toBe(3)
    await storeWithShortTimeout.close()
  })

  it('rule: closing waits for all queued queries', async () => {
    const all = Promise.all([countTo(store.replica, 300_000), countTo(store.replica, 4)])
    await store.close()
    expect(await all).toEqual([300_000, 4])
  })
})
