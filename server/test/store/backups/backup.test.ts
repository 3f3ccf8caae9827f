import { join } from 'node:path'
import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { backUp, moveDatabase, restoreDatabase } from '../../../src/store/copy/backup.ts'
import type { CopyProgress } from '../../../src/store/copy/operations.ts'
import { deleteSubname, findSubname } from '../../../src/store/entities/subnames.ts'
import { countSubnames } from '../../../src/store/listing/subnames.ts'
import { openStore, type Store } from '../../../src/store/store.ts'
import { copiedTables } from '../../../src/store/tables.ts'
import { addSubname, newSubname } from '../../support/databases/entities.ts'
import { describeBetweenDatabases } from '../../support/databases/stores.ts'
import { expectExactTextIndex } from '../../support/databases/text-index.ts'
import { temporaryFolder } from '../../support/folders.ts'
import { startChild } from '../databases/child.ts'
import { type FilledStore, fill } from './fill.ts'

const issuingChild = new URL('../databases/issuing-child.ts', import.meta.url)

/** Checks the indexes that a database builds from the rows, and that it accepts writes. */
async function expectWhole(store: Store, { domain, resolverId, subnames }: FilledStore): Promise<void> {
  for (const subname of subnames.slice(-5))
    expect(await findSubname(store.db, subname.chainId, subname.name)).toEqual(subname)
  const [first] = subnames
  if (!first) throw new Error('There are subnames.')
  expect((await store.lookup(resolverId, first.name))?.subname?.records).toEqual(first.records)

  const found = async (search: string) =>
    (await countSubnames(store.db, { chainId: domain.chainId, search })).count
  expect(await found('ember-11')).toBe(subnames.filter(({ label }) => label.includes('ember-11')).length)
  await addSubname(store, newSubname(domain, 'newcomer'))
  expect(await found('ewcome')).toBe(1)
  await store.transaction((tx) => deleteSubname(tx, first))
  expect(await found(first.name)).toBe(0)
  await expectExactTextIndex(store.db, ['one two'])
}

describeBetweenDatabases('A copy', ({ from, to }) => {
  it('rule: a restored database has everything that was backed up, and accepts writes', async () => {
    const [databaseUrl, restoredUrl, movedUrl] = [await from.create(), await to.create(), await to.create()]
    const store = await openStore({ url: databaseUrl })
    const filled = await fill(store)
    const file = join(await temporaryFolder(), 'backup')

    const backedUp = await backUp({ databaseUrl, file })
    expect(backedUp.map(({ table }) => table)).toEqual(Object.keys(copiedTables))
    expect(backedUp.filter(({ rows }) => rows === 0)).toEqual([])
    expect(await restoreDatabase({ databaseUrl: restoredUrl, file })).toEqual(backedUp)
    const progress: CopyProgress[] = []
    const onProgress = (each: CopyProgress) => progress.push(each)
    expect(await moveDatabase({ from: databaseUrl, to: movedUrl, onProgress })).toEqual(backedUp)
    for (const step of ['copying', 'verifying'] as const)
      for (const { table, rows } of backedUp) expect(progress).toContainEqual({ step, table, rows })
    await store.close()

    for (const url of [restoredUrl, movedUrl]) {
      const copy = await openStore({ url })
      await expectWhole(copy, filled)
      await copy.close()
    }
  })

  it('rule: a backup during writes is one snapshot, with every write that was confirmed before', async () => {
    const [databaseUrl, restoredUrl] = [await from.create(), await to.create()]
    const child = startChild(issuingChild, databaseUrl)
    const nextName = async () => String((await child.lines.next()).value)
    const confirmed: string[] = []
    while (confirmed.length < 200) confirmed.push(await nextName())
    const file = join(await temporaryFolder(), 'backup')
    await backUp({ databaseUrl, file })

    await restoreDatabase({ databaseUrl: restoredUrl, file })
    const { db, close } = await openStore({ url: restoredUrl })
    const { rows } = await sql<{ name: string }>`
      select label || '.' || name as name from subnames join domains on domains.key = domain_key
    `.execute(db)
    const names = new Set(rows.map(({ name }) => name))
    expect(confirmed.filter((name) => !names.has(name))).toEqual([])
    const domains = await db.selectFrom('domains').select('subnameCount').execute()
    expect(domains).toEqual([{ subnameCount: names.size }])
    expect(await db.selectFrom('subnameAddresses').select('subnameKey').execute()).toHaveLength(names.size)
    await close()

    while (names.has(await nextName()));
    child.kill()
    await child.exit
  })
})
