import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { checkDatabaseUrl } from '../../../src/commands/setup/check-database.ts'
import { openStore } from '../../../src/store/store.ts'
import { type PostgresServer, startPostgres } from '../../support/databases/postgres.ts'
import { connectRaw } from '../../support/databases/raw-sql.ts'

describe('The database that setup is given', () => {
  let postgres: PostgresServer
  beforeAll(async () => {
    postgres = await startPostgres()
  })
  afterAll(() => postgres.stop())
  const sentences = async (url: string) =>
    (await checkDatabaseUrl(url)).problems.map(({ sentence }) => sentence).join(' ')

  it('rule: an empty one, and one of Byname, are taken', async () => {
    const url = await postgres.createDatabase()
    expect(await checkDatabaseUrl(url)).toMatchObject({
      problems: [],
      found: expect.stringContaining('is empty'),
    })
    const store = await openStore({ url })
    await store.close()
    expect(await checkDatabaseUrl(url)).toMatchObject({
      problems: [],
      found: expect.stringContaining('current'),
    })
    expect(await checkDatabaseUrl(' SQLite ')).toEqual({ value: 'sqlite', problems: [] })
  })

  it('rule: one with tables of another program, one that is not there, and one out of reach are doubted', async () => {
    const url = await postgres.createDatabase()
    const raw = await connectRaw(url)
    await raw.run('create table invoices (id integer)')
    await raw.close()
    expect(await sentences(url)).toMatch(/has tables of another program \(invoices\)/)
    const absent = new URL(url)
    absent.pathname = '/absent'
    expect(await sentences(absent.href)).toMatch(/absent.*does not exist/)
    const closed = new URL(url)
    closed.port = '1'
    expect(await sentences(closed.href)).toMatch(/ECONNREFUSED|ENOENT/)
  })

  it('rule: a demand for TLS that the server does not meet is a doubt', async () => {
    const url = await postgres.createDatabase()
    const encrypted = new URL(url)
    encrypted.searchParams.set('sslmode', 'require')
    expect(await sentences(encrypted.href)).toMatch(/SSL|TLS/)
  })

  it('rule: what systemd would read otherwise is refused', async () => {
    expect((await checkDatabaseUrl('postgres://a:b$c@host/d')).problems).toMatchObject([{ isFatal: true }])
    expect((await checkDatabaseUrl('mysql://host/d')).problems).toMatchObject([{ isFatal: true }])
  })
})
