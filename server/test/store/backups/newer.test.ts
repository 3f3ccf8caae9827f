import { join } from 'node:path'
import { expect, it } from 'vitest'
import { backUp, moveDatabase, restoreDatabase } from '../../../src/store/copy/backup.ts'
import { writeBackup } from '../../../src/store/copy/format.ts'
import { parseDatabaseUrl } from '../../../src/store/database-url.ts'
import { appliedMigrations, servesSince } from '../../../src/store/migrate.ts'
import { openStore } from '../../../src/store/store.ts'
import { connectRaw } from '../../support/databases/raw-sql.ts'
import { describeBetweenDatabases } from '../../support/databases/stores.ts'
import { temporaryFolder } from '../../support/folders.ts'
import { fill } from './fill.ts'

async function migrationsOf(url: string) {
  const store = await openStore({ url })
  await store.close()
  const db = parseDatabaseUrl(url).openReadOnly()
  return appliedMigrations(db).finally(() => db.destroy())
}

describeBetweenDatabases('A copy of another version', ({ from, to }) => {
  it('rule: an empty database that is already migrated accepts a backup of this version', async () => {
    const [databaseUrl, restoredUrl] = [await from.create(), await to.create()]
    const source = await openStore({ url: databaseUrl })
    await fill(source, 1)
    await source.close()
    await migrationsOf(restoredUrl)
    await expect(moveDatabase({ from: databaseUrl, to: restoredUrl })).resolves.toBeDefined()
  })

  it('rule: a backup of a newer version is neither made nor restored', async () => {
    const [databaseUrl, restoredUrl] = [await from.create(), await to.create()]
    const migrations = [...(await migrationsOf(databaseUrl)), '9999-from-the-future']
    const file = join(await temporaryFolder(), 'backup')
    await connected(databaseUrl, "insert into migrations values ('9999-from-the-future', 1)")
    await expect(backUp({ databaseUrl, file })).rejects.toThrow(/newer version.*9999-from-the-future/)
    await expect(moveDatabase({ from: databaseUrl, to: restoredUrl })).rejects.toThrow(/newer version/)

    const chunks = (async function* () {
      yield { kind: 'end', tables: [] } as const
    })()
    await writeBackup(file, { migrations, chunks }, { takenAt: 1 })
    await expect(restoreDatabase({ databaseUrl: restoredUrl, file })).rejects.toThrow(
      /newer version.*9999-from-the-future.*Run that version or a later one/,
    )
  })

  it('rule: a newer version says which earlier one serves on its tables: that one does, and copies what it knows', async () => {
    const [databaseUrl, restoredUrl] = [await from.create(), await to.create()]
    const source = await openStore({ url: databaseUrl })
    await fill(source, 1)
    await source.close()
    for (const statement of [
      "insert into migrations values ('9999-from-the-future', 1)",
      "alter table workspaces add column future text default 'x'",
      'create table schema_served_since (migration text not null)',
      "insert into schema_served_since values ('9998-also-from-the-future')",
    ])
      await connected(databaseUrl, statement)
    await expect(openStore({ url: databaseUrl })).rejects.toThrow(/newer version.*9999-from-the-future/)

    await connected(databaseUrl, `update schema_served_since set migration = '${servesSince}'`)
    const served = await openStore({ url: databaseUrl })
    await served.close()
    const file = join(await temporaryFolder(), 'backup')
    await backUp({ databaseUrl, file })
    const restored = await restoreDatabase({ databaseUrl: restoredUrl, file })
    expect(restored.find(({ table }) => table === 'workspaces')?.rows).toBeGreaterThan(0)
    expect(await migrationsOf(restoredUrl)).not.toContain('9999-from-the-future')
  })
})

async function connected(url: string, statement: string) {
  const raw = await connectRaw(url)
  return raw.run(statement).finally(raw.close)
}
