import { expect, it } from 'vitest'
import { parseDatabaseUrl } from '../../../src/store/database-url.ts'
import { dialectOf } from '../../../src/store/driver/sql-dialect.ts'
import { insertDomain } from '../../../src/store/entities/domains.ts'
import { toEventRows } from '../../../src/store/entities/event-row.ts'
import { insertWorkspace } from '../../../src/store/entities/members.ts'
import { countNamesOfWallet } from '../../../src/store/entities/quotas.ts'
import { insertResolver } from '../../../src/store/entities/resolvers.ts'
import { applyMigrations } from '../../../src/store/migrate.ts'
import { withColumnCodec } from '../../../src/store/plain-database.ts'
import { openStore } from '../../../src/store/store.ts'
import {
  insertSubname,
  newDomain,
  newResolver,
  newSubname,
  newWorkspace,
  randomHex,
  writeUnserved,
} from '../../support/databases/entities.ts'
import { describeOnEachDatabase } from '../../support/databases/stores.ts'
import { newTestEvent } from '../../support/events/event-log.ts'

const earlier = [
  ...['0001-initial', '0002-event-log', '0003-idempotency', '0004-webhooks', '0005-lookup-statistics'],
  ...['0006-policies', '0007-domain-look', '0008-claims', '0009-sessions', '0010-traffic'],
]

describeOnEachDatabase('Names from before quotas', (databases) => {
  it('rule: they count for the holder before their first transfer, else for their holder', async () => {
    const url = await databases.create()
    const { db: plain, close } = await parseDatabaseUrl(url).open(10_000)
    await plain.transaction().execute((tx) => applyMigrations(tx, dialectOf(tx), earlier))
    const db = withColumnCodec(plain)
    const [workspace, resolver] = [newWorkspace(), newResolver()]
    const domain = { ...newDomain(workspace.id, resolver.id), policyVersion: 1 }
    await insertWorkspace(db, workspace)
    const [first, second, third, former] = [randomHex(20), randomHex(20), randomHex(20), randomHex(20)]
    const names = {
      moved: newSubname(domain, 'moved', { holder: third, createdAt: 100 }),
      returned: newSubname(domain, 'returned', { holder: first, createdAt: 100 }),
      kept: newSubname(domain, 'kept', { holder: second, createdAt: 100 }),
    }
    await writeUnserved(db, async (tx) => {
      // The columns are of later versions.
      await insertResolver(
        tx,
        Object.assign(
          { ...resolver },
          { trustedSigners: undefined, sealTrees: undefined, hasSeals: undefined },
        ),
      )
      await insertDomain(
        tx,
        Object.assign(
          { ...domain },
          { blockReason: undefined, sharedMaxAge: undefined, formerGateway: undefined },
        ),
      )
      for (const subname of Object.values(names)) await insertSubname(tx, subname, domain)
    })
    const transfer = (name: string, createdAt: number, before: string, after: string) => ({
      ...newTestEvent({ type: 'subname.transferred', name, domainId: domain.id }),
      createdAt,
      changes: [{ field: 'holder', key: null, before, after }],
    })
    const events = [
      // Of a name with this label that was removed before.
      transfer(names.moved.name, 50, former, third),
      transfer(names.moved.name, 200, first, second),
      transfer(names.moved.name, 201, second, third),
      transfer(names.returned.name, 202, first, third),
      transfer(names.returned.name, 203, third, first),
    ]
    await db
      .insertInto('eventLog')
      .values(toEventRows(events.slice(0, 3)).map((row, index) => ({ ...row, sequence: index + 1 })))
      .execute()
    await db
      .insertInto('pendingEvents')
      .values(toEventRows(events.slice(3)))
      .execute()
    await close()

    const store = await openStore({ url })
    const counts = await Promise.all(
      [first, second, third, former].map((wallet) => countNamesOfWallet(store.db, domain, wallet, 10)),
    )
    expect(counts).toEqual([2, 1, 0, 0])
    await store.close()
  })
})
