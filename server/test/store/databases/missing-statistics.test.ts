import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { createStatisticsCheck } from '../../../src/core/health/statistics-check.ts'
import { describeOnEachStore } from '../../support/databases/stores.ts'
import { waitUntil } from '../../support/wait-until.ts'

describeOnEachStore('Tables without statistics', (store) => {
  it('rule: a large one is found at the second look, until it is analyzed; SQLite needs none', async () => {
    const { db, dialect } = store()
    const find = createStatisticsCheck(store(), 1)
    expect(await find()).toEqual([])
    if (dialect === 'postgres') await sql`alter table workspaces set (autovacuum_enabled = false)`.execute(db)
    const name = 'x'.repeat(200)
    const ids = Array.from({ length: 15_000 }, (_, index) => `id-${index}`)
    for (let start = 0; start < ids.length; start += 1_000)
      await db
        .insertInto('workspaces')
        .values(ids.slice(start, start + 1_000).map((id) => ({ id, name, createdAt: 0 })))
        .execute()
    const isFound = async () => (await find()).includes('workspaces')
    if (dialect === 'sqlite') return expect(await isFound()).toBe(false)
    await waitUntil('the table is found', isFound)
    await sql`analyze workspaces`.execute(db)
    await waitUntil('it is not found any more', async () => !(await isFound()))
  })
})
