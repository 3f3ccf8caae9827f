import { expect, it } from 'vitest'
import { parseDatabaseUrl } from '../../../src/store/database-url.ts'
import { dialectOf } from '../../../src/store/driver/sql-dialect.ts'
import { applyMigrations } from '../../../src/store/migrate.ts'
import { openStore } from '../../../src/store/store.ts'
import { connectRaw } from '../../support/databases/raw-sql.ts'
import { describeOnEachDatabase } from '../../support/databases/stores.ts'
import { readEventLog } from '../../support/events/event-log.ts'

const domainId = '01890000-0000-7000-8000-0000000000ff'
const state = { label: 'alice', records: { texts: [{ key: 'line\n"quoted"', value: '' }] } }

describeOnEachDatabase('events of a database before the log', (databases) => {
  it('rule: they become the first events of the log, in order, with their state', async () => {
    const url = await databases.create()
    const { db, close } = await parseDatabaseUrl(url).open(10_000)
    await db.transaction().execute((tx) => applyMigrations(tx, dialectOf(tx), ['0001-initial']))
    await close()
    const raw = await connectRaw(url)
    const data = JSON.stringify(state).replaceAll("'", "''")
    for (const [id, type] of [
      ['b', 'domain.taken-over'],
      ['a', 'subname.revoked'],
    ])
      await raw.run(
        `insert into events (id, type, chain_id, name, domain_id, data, created_at)
        values ('${id}', '${type}', 1, 'alice.demo.eth', '${domainId}', '${data}', 7) returning id`,
      )
    await raw.close()

    const store = await openStore({ url })
    const kept = { chainId: 1, name: 'alice.demo.eth', domainId, workspaceId: null, createdAt: 7 }
    const cause = { actor: { type: 'system' }, requestId: null }
    const changes = [{ field: 'state', key: null, before: JSON.stringify(state), after: null }]
    expect(await readEventLog(store)).toEqual([
      { ...kept, ...cause, sequence: 1, type: 'subname.revoked', changes },
      { ...kept, ...cause, sequence: 2, type: 'domain.moved', changes },
    ])
    await store.close()
  })
})
