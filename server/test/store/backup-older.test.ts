import { join } from 'node:path'
import { expect, it } from 'vitest'
import { writeBackup } from '../../src/backup/file.ts'
import { backUp, moveDatabase, restoreDatabase } from '../../src/backup/operations.ts'
import { parseDatabaseUrl } from '../../src/store/database-url.ts'
import { findDomainById } from '../../src/store/entities/domains.ts'
import { countSubnames } from '../../src/store/listing/subnames.ts'
import { appliedMigrations, applyMigrations } from '../../src/store/migrate.ts'
import { openStore } from '../../src/store/store.ts'
import { describeBetweenDatabases } from '../support/stores.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'
import { fill } from './fill.ts'
import { connectRaw } from './raw-sql.ts'

/** Makes a database as the first version had it, with a claimed name in it. */
async function createOldDatabase(url: string): Promise<void> {
  const { db, dialect, close } = await parseDatabaseUrl(url).open(1000)
  await db.transaction().execute((tx) => applyMigrations(tx, dialect, ['0001-names']))
  await close()
  const raw = await connectRaw(url)
  await raw.run("insert into workspaces values ('w', 'Acme', 1)")
  await raw.run("insert into resolvers values ('r', 1, '0x', '0x', '', 'a', 'b', 'c', 1, 1)")
  await raw.run(
    "insert into domains values ('d', 'w', 'r', 1, 'acme.eth', '0x', null, 0, 1, null, null, 1, 1, null)",
  )
  await raw.run(`insert into subnames values
    ('s', 'd', 1, 'alice.acme.eth', 'alice', '0x', '0x', 1, 1, '[]', '[]', null, 1, 1, 1)`)
  await raw.close()
}

async function migrationsOf(url: string) {
  const { db, close } = await openStore({ url })
  return appliedMigrations(db).finally(close)
}

describeBetweenDatabases('A copy of another version', ({ from, to }) => {
  it('rule: a backup of an older version is restored as it was and then migrated', async () => {
    const [databaseUrl, restoredUrl] = [await from.create(), await to.create()]
    await createOldDatabase(databaseUrl)
    const file = join(await temporaryFolder(), 'backup')
    await backUp({ databaseUrl, file })
    expect(await connected(databaseUrl, 'select name from migrations')).toEqual([{ name: '0001-names' }])

    await restoreDatabase({ databaseUrl: restoredUrl, file })
    const { db, close } = await openStore({ url: restoredUrl })
    expect(await findDomainById(db, 'd')).toMatchObject({ subnameCount: 1, claimedCount: 1 })
    expect(await countSubnames(db, { chainId: 1, search: 'lice' })).toBe(1)
    await close()
    expect(await migrationsOf(restoredUrl)).toEqual(await migrationsOf(await to.create()))

    const newer = await to.create()
    await migrationsOf(newer)
    await expect(restoreDatabase({ databaseUrl: newer, file })).rejects.toThrow(
      /newer than those of the copy/,
    )
  })

  it('rule: an empty database that is up to date already takes a backup of this version', async () => {
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
})

async function connected(url: string, statement: string) {
  const raw = await connectRaw(url)
  return raw.run(statement).finally(raw.close)
}
