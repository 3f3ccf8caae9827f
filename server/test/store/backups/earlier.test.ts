import { join } from 'node:path'
import { expect, it } from 'vitest'
import { backUp, moveDatabase, restoreDatabase } from '../../../src/store/copy/backup.ts'
import { parseDatabaseUrl } from '../../../src/store/database-url.ts'
import { dialectOf } from '../../../src/store/driver/sql-dialect.ts'
import { insertDomain } from '../../../src/store/entities/domains.ts'
import { appendEvents } from '../../../src/store/entities/events.ts'
import { insertWorkspace } from '../../../src/store/entities/members.ts'
import { insertResolver } from '../../../src/store/entities/resolvers.ts'
import { addLookupCounts } from '../../../src/store/entities/statistics.ts'
import { findSubname, toSubnameRow } from '../../../src/store/entities/subnames.ts'
import { appliedMigrations, applyMigrations } from '../../../src/store/migrate.ts'
import { withColumnCodec } from '../../../src/store/plain-database.ts'
import { openStore } from '../../../src/store/store.ts'
import {
  newDomain,
  newResolver,
  newSubname,
  newWorkspace,
  writeUnserved,
} from '../../support/databases/entities.ts'
import { connectRaw } from '../../support/databases/raw-sql.ts'
import { describeBetweenDatabases } from '../../support/databases/stores.ts'
import { newTestEvent, readEventLog } from '../../support/events/event-log.ts'
import { temporaryFolder } from '../../support/folders.ts'

describeBetweenDatabases('A copy of an earlier version', ({ from, to }) => {
  /** A database of the first version, with a name, and an event of a name that was removed. */
  const createEarlierDatabase = async () => {
    const url = await from.create()
    const { db: plain, close } = await parseDatabaseUrl(url).open(10_000)
    await plain.transaction().execute((tx) => applyMigrations(tx, dialectOf(tx), ['0001-initial']))
    const db = withColumnCodec(plain)
    const [workspace, resolver] = [newWorkspace(), newResolver()]
    const domain = newDomain(workspace.id, resolver.id)
    const subname = newSubname(domain, 'alice')
    await insertWorkspace(db, workspace)
    // Columns of later versions are left out.
    await writeUnserved(db, async (tx) => {
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
          {
            policyVersion: undefined,
            blockReason: undefined,
            sharedMaxAge: undefined,
            formerGateway: undefined,
          },
        ),
      )
    })
    const { skeleton: _, ...row } = toSubnameRow(subname, domain)
    await db
      .insertInto('subnames')
      .values({ ...row, domainKey: domain.key })
      .execute()
    expect(await appliedMigrations(plain)).toEqual(['0001-initial'])
    await close()
    const raw = await connectRaw(url)
    await raw.run(
      `insert into events (id, type, chain_id, name, domain_id, data, created_at)
      values ('a', 'subname.revoked', 1, 'bob.${domain.name}', '${domain.id}', '{"label":"bob"}', 7) returning id`,
    )
    await raw.close()
    return { url, domain, subname, workspace }
  }

  it('rule: a backup from before the event log is restored, migrated, and accepts writes', async () => {
    const { url, domain, subname, workspace } = await createEarlierDatabase()
    const [restoredUrl, movedUrl] = [await to.create(), await to.create()]
    const file = join(await temporaryFolder(), 'backup')
    const copied = await backUp({ databaseUrl: url, file })
    const rows = new Map(copied.map(({ table, rows }) => [table, rows]))
    expect([rows.get('events'), rows.get('subnames'), rows.has('event_log')]).toEqual([1, 1, false])
    expect(await restoreDatabase({ databaseUrl: restoredUrl, file })).toEqual(copied)
    expect(await moveDatabase({ from: url, to: movedUrl })).toEqual(copied)

    for (const copyUrl of [restoredUrl, movedUrl]) {
      const store = await openStore({ url: copyUrl })
      expect(await findSubname(store.db, 1, subname.name)).toEqual(subname)
      const count = { domainKey: domain.key, hour: 1, lookups: 1, absent: 0 }
      await store.db.transaction().execute((tx) => addLookupCounts(tx, [count]))
      await store.transaction((tx) => appendEvents(tx, newTestEvent()))
      const revoked = { type: 'subname.revoked', name: `bob.${domain.name}`, workspaceId: workspace.id }
      expect(await readEventLog(store)).toMatchObject([
        {
          ...revoked,
          sequence: 1,
          domainId: domain.id,
          changes: [{ field: 'state', key: null, before: '{"label":"bob"}', after: null }],
        },
        { type: 'subname.changed', sequence: 2 },
      ])
      await store.close()
    }
  })
})
