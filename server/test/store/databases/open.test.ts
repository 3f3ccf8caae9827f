import { readdir } from 'node:fs/promises'
import { namehash } from 'viem'
import { expect, it } from 'vitest'
import { findDomain, findDomainById } from '../../../src/store/entities/domains.ts'
import { findSubname } from '../../../src/store/entities/subnames.ts'
import { openStore } from '../../../src/store/store.ts'
import { addSubname, insertSubname, newSubname, onboardDomain } from '../../support/databases/entities.ts'
import { connectRaw, type RawConnection } from '../../support/databases/raw-sql.ts'
import { describeOnEachDatabase } from '../../support/databases/stores.ts'
import { startChild } from './child.ts'

const countingChild = new URL('./counting-child.ts', import.meta.url)
const openingChild = new URL('./opening-child.ts', import.meta.url)

describeOnEachDatabase('opening', ({ dialect, create }) => {
  const tableNames = async (raw: RawConnection) => {
    const rows = await raw.run(
      dialect === 'sqlite'
        ? "select name from sqlite_schema where type = 'table' order by name"
        : "select tablename as name from pg_tables where schemaname = 'public' order by 1",
    )
    return rows.map(({ name }) => name)
  }

  const lockMigrations = (raw: RawConnection) =>
    raw.run(dialect === 'sqlite' ? 'begin immediate' : 'select pg_advisory_lock(108273682443621)')

  const unlockMigrations = (raw: RawConnection) =>
    raw.run(dialect === 'sqlite' ? 'rollback' : 'select pg_advisory_unlock_all()')

  it('rule: a store that is opened again has all its data', async () => {
    const url = await create()
    const before = await openStore({ url })
    const { domain, resolver } = await onboardDomain(before)
    const subname = newSubname(domain, 'alice')
    await addSubname(before, subname)
    await before.close()

    const after = await openStore({ url })
    expect(await findDomain(after.db, domain.chainId, domain.name)).toEqual(domain)
    expect(await findSubname(after.db, domain.chainId, subname.name)).toEqual(subname)
    expect((await after.lookup(resolver.id, subname.name))?.subname?.node).toBe(namehash(subname.name))
    await after.close()
  })

  it('rule: processes that open a new database concurrently all open it, and migrate it once', async () => {
    const children = [1, 2, 3, 4].map(() => startChild(openingChild))
    const readLines = () => Promise.all(children.map(async ({ lines }) => (await lines.next()).value))
    expect(await readLines()).toEqual(['ready', 'ready', 'ready', 'ready'])
    const files = await readdir(new URL('../../../src/store/migrations', import.meta.url))
    const migrations = files
      .filter((file) => file.endsWith('.ts'))
      .sort()
      .map((file) => ({ name: file.replace('.ts', '') }))
    for (let round = 1; round <= 10; round += 1) {
      const url = await create()
      for (const child of children) child.send(url)
      expect(await readLines()).toEqual(['opened', 'opened', 'opened', 'opened'])

      const raw = await connectRaw(url)
      expect(await raw.run('select name from migrations order by name')).toEqual(migrations)
      await raw.close()
    }
    for (const child of children) child.end()
    expect(await Promise.all(children.map(({ exit }) => exit))).toEqual([0, 0, 0, 0])
  })

  it('rule: transactions of two processes that read before they write wait for each other', async () => {
    const url = await create()
    const store = await openStore({ url })
    const { domain } = await onboardDomain(store)
    const children = [1, 2].map(() => startChild(countingChild, url, domain.id))
    expect(await Promise.all(children.map(({ exit }) => exit))).toEqual([0, 0])
    expect((await findDomainById(store.db, domain.id))?.subnameCount).toBe(200)
    await store.close()
  })

  it('rule: a database migrated by a newer version is rejected and not changed', async () => {
    const url = await create()
    const raw = await connectRaw(url)
    await raw.run('create table migrations (name text primary key, applied_at bigint not null)')
    await raw.run("insert into migrations values ('0001-names', 1), ('9999-from-the-future', 2)")

    await expect(openStore({ url })).rejects.toThrow(
      /newer version of Byname.*9999-from-the-future.*Run that version or a later one.*Nothing was changed/,
    )
    expect(await tableNames(raw)).toEqual(['migrations'])
    expect(await raw.run('select count(*) as count from migrations')).toMatchObject([
      { count: dialect === 'sqlite' ? 2 : '2' },
    ])
    await raw.close()
  })

  it('rule: a failed migration leaves nothing behind and can be repeated', async () => {
    const url = await create()
    const raw = await connectRaw(url)
    await raw.run('create table events (in_the_way text)')
    await expect(openStore({ url })).rejects.toThrow(/Cannot open the .* database .*events.* already exists/)
    expect(await tableNames(raw)).toEqual(['events'])

    await raw.run('drop table events')
    await raw.close()
    const store = await openStore({ url })
    await store.ping()
    await store.close()
  })

  it('rule: while another process migrates, opening gives up after the lock timeout; afterwards it succeeds', async () => {
    const url = await create()
    const raw = await connectRaw(url)
    await raw.run('create table other (id text)')
    await lockMigrations(raw)
    await expect(openStore({ url, lockTimeoutMs: 50 })).rejects.toThrow(/Cannot open the .* lock/)
    await unlockMigrations(raw)

    const store = await openStore({ url, lockTimeoutMs: 50 })
    await store.ping()
    await store.close()
    await raw.close()
  })

  it('rule: closing waits for running and queued transactions, and rejects new ones', async () => {
    const store = await openStore({ url: await create() })
    const { domain, resolver } = await onboardDomain(store)
    const adding = Array.from({ length: 40 }, (_, index) =>
      store.transaction((tx) => insertSubname(tx, newSubname(domain, `n${index}`), domain)),
    )
    const lookup = store.lookup(resolver.id, 'absent.eth')
    const closing = store.close()
    expect(new Set(await Promise.all(adding))).toEqual(new Set([true]))
    expect(await lookup).toBeDefined()
    await closing
    await store.close()

    await expect(store.ping()).rejects.toThrow(/destroyed/)
    await expect(store.transaction(async () => true)).rejects.toThrow(/destroyed/)
    await expect(async () => store.lookup(resolver.id, 'absent.eth')).rejects.toThrow(
      /closed|finalized|not open/,
    )
  })
})
