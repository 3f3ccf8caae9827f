import { chmod, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { CompiledQuery, sql } from 'kysely'
import { namehash } from 'viem'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { compileLookupQueries } from '../../../src/store/lookup.ts'
import { openStore } from '../../../src/store/store.ts'
import { addSubname, newSubname, onboardDomain } from '../../support/databases/entities.ts'
import { createFolder } from '../../support/folders.ts'

describe('opening SQLite', () => {
  let folder = ''
  beforeAll(async () => {
    folder = await createFolder('sqlite')
  })
  afterAll(() => rm(folder, { recursive: true }))
  const at = (name: string) => join(folder, name)

  it('rule: a file that is not a database is rejected with its path and left unchanged', async () => {
    const path = at('corrupt.db')
    await writeFile(path, 'this is not a database, and long enough to see that it is not one'.repeat(100))
    await expect(openStore({ url: `sqlite:${path}` })).rejects.toThrow(
      `Cannot open the SQLite database ${path}: its file is no SQLite database`,
    )
  })

  it.each(['missing/folder/names.db', '.'])(
    'rule: a path where no file can be (%s) is rejected',
    async (name) => {
      await expect(openStore({ url: `sqlite:${at(name)}` })).rejects.toThrow(
        /Cannot open the SQLite database .*: its file cannot be opened: it must be a file in a folder/,
      )
    },
  )

  it.skipIf(process.getuid?.() === 0)('rule: a file that is not writable is rejected', async () => {
    const path = at('read-only.db')
    await (await openStore({ url: `sqlite:${path}` })).close()
    await chmod(path, 0o400)
    await expect(openStore({ url: `sqlite:${path}` })).rejects.toThrow(
      /Cannot open the SQLite database .*readonly/,
    )
  })

  describe.skipIf(process.platform === 'win32')('permissions', () => {
    const modeOf = async (path: string) => ((await stat(path)).mode & 0o777).toString(8)
    const filesOf = (path: string) => [path, `${path}-wal`, `${path}-shm`]

    it('rule: a new database and its log are readable by their owner only, in a folder that everyone may read', async () => {
      const path = at('private.db')
      await chmod(folder, 0o755)
      const store = await openStore({ url: `sqlite:${path}` })
      await onboardDomain(store)
      for (const file of filesOf(path)) expect(await modeOf(file)).toBe('600')
      await store.close()
    })

    it('rule: a database that others could read is readable by its owner only after it was opened', async () => {
      const path = at('was-public.db')
      const first = await openStore({ url: `sqlite:${path}` })
      await onboardDomain(first)
      for (const file of filesOf(path)) await chmod(file, 0o644)
      const second = await openStore({ url: `sqlite:${path}` })
      for (const file of filesOf(path)) expect(await modeOf(file)).toBe('600')
      await second.close()
      await first.close()
    })
  })

  it.each(['sqlite::memory:', 'sqlite:'])(
    'rule: %s would be lost with the process and is rejected',
    async (url) => {
      await expect(openStore({ url })).rejects.toThrow(/must be a file/)
    },
  )

  it.each(['', 'mysql://localhost/names', '/tmp/names.db'])('rule: the URL "%s" is rejected', async (url) => {
    await expect(openStore({ url })).rejects.toThrow(/must start with sqlite: or postgres:/)
  })

  it("rule: two stores of one file write side by side and see each other's writes immediately", async () => {
    const url = `sqlite:${at('shared.db')}`
    const [one, two] = [await openStore({ url }), await openStore({ url })]
    const { domain, resolver } = await onboardDomain(one)
    for (let index = 0; index < 20; index += 1) {
      const [writer, reader] = index % 2 === 0 ? [one, two] : [two, one]
      const subname = newSubname(domain, `n${index}`)
      await addSubname(writer, subname)
      expect((await reader.lookup(resolver.id, subname.name))?.subname?.node).toBe(namehash(subname.name))
    }
    await one.close()
    await two.close()
  })

  it('rule: a commit is on disk before it is confirmed, and foreign keys hold', async () => {
    const { db, close } = await openStore({ url: `sqlite:${at('settings.db')}` })
    const setting = async (name: string) => {
      const { rows } = await sql<Record<string, unknown>>`pragma ${sql.raw(name)}`.execute(
        db.withoutPlugins(),
      )
      return rows[0]?.[name]
    }
    const full = 2
    expect(await setting('journal_mode')).toBe('wal')
    expect(await setting('synchronous')).toBe(full)
    expect(await setting('foreign_keys')).toBe(1)
    await close()
  })

  it('rule: a lookup reads through indexes alone', async () => {
    const { db, close } = await openStore({ url: `sqlite:${at('plan.db')}` })
    const { name, coveringDomain } = compileLookupQueries(db)
    const stepsOf = async ({ sql, parameters }: CompiledQuery) => {
      const explained = CompiledQuery.raw(`explain query plan ${sql}`, [...parameters])
      const { rows } = await db.withoutPlugins().executeQuery<{ detail: string }>(explained)
      return rows.map(({ detail }) => detail.split(' ')[0])
    }
    expect(await stepsOf(name)).toEqual(['SEARCH', 'SEARCH', 'SEARCH'])
    expect((await stepsOf(coveringDomain))[0]).toBe('SEARCH')
    await close()
  })

  it('rule: closing an SQLite database leaves one file, without a write-ahead log', async () => {
    const path = at('tidy.db')
    const store = await openStore({ url: `sqlite:${path}` })
    await onboardDomain(store)
    await store.close()
    await expect(chmod(`${path}-wal`, 0o600)).rejects.toThrow(/ENOENT/)
  })
})
