import { sql } from 'kysely'
import { beforeAll, describe, expect, it } from 'vitest'
import { parseDomain } from '../../../src/ens/names.ts'
import { parseDatabaseUrl } from '../../../src/store/database-url.ts'
import { insertAndEvictChallenges } from '../../../src/store/entities/challenges.ts'
import { lockPolicyOfDomain, lockPolicyRequest } from '../../../src/store/entities/policies.ts'
import { openStore, type Store } from '../../../src/store/store.ts'
import { hasStableDataVersion, readStableDataVersion } from '../../support/databases/data-version.ts'
import { newSubname, onboardDomain, randomHex } from '../../support/databases/entities.ts'
import { connectRaw } from '../../support/databases/raw-sql.ts'
import { startStatementGuard } from '../../support/databases/statement-guard.ts'
import { useDatabases } from '../../support/databases/stores.ts'
import { issueSubname, readEventLog } from '../../support/events/event-log.ts'
import { waitUntil } from '../../support/wait-until.ts'

const { create, createMigrated } = useDatabases('portable')
const direct = useDatabases('postgres')

/** Runs `use` with two stores of one database, as two processes have. */
async function withTwo(url: string, use: (one: Store, other: Store) => Promise<void>) {
  const stores = [await openStore({ url }), await openStore({ url })] as const
  await use(...stores).finally(() => Promise.all(stores.map((store) => store.close())))
}

const times = <T>(count: number, make: (index: number) => Promise<T>) =>
  Promise.all(Array.from({ length: count }, (_, index) => make(index)))

it('rule: another value of the parameter is refused', async () => {
  await expect(openStore({ url: 'postgres://localhost/names?compatibility=mysql' })).rejects.toThrow(
    'The parameter compatibility of the PostgreSQL URL has one value: portable.',
  )
})

it('rule: the guard of these tests ends what the other mode sends', async () => {
  const url = await direct.create()
  const guard = await startStatementGuard(url)
  await expect(openStore({ url: guard.through(url) })).rejects.toThrow(/^Cannot open/)
  const { db, close } = await parseDatabaseUrl(`${guard.through(url)}&compatibility=portable`).open(0)
  for (const statement of [
    'listen a',
    "select 1; set statement_timeout = '1s'",
    'select pg_advisory_lock(1)',
  ])
    await expect(sql.raw(statement).execute(db)).rejects.toThrow()
  await sql.raw("set local statement_timeout = '1s'").execute(db)
  await close()
  expect(guard.refused.join('\n')).toMatch(
    /set_config(.|\n)*listen a\n.*set statement(.|\n)*pg_advisory_lock/,
  )
  await guard.stop()
})

it('rule: processes that start together on a new database migrate it once', async () => {
  for (let round = 0; round < 5; round++) {
    const url = await create()
    const stores = await times(4, () => openStore({ url }))
    const raw = await connectRaw(url)
    expect((await raw.run('select name from migrations')).length).toBeGreaterThan(20)
    await Promise.all([raw, ...stores].map((opened) => opened.close()))
  }
})

describe.each(['read committed', 'repeatable read', 'serializable'])(
  'the portable mode where transactions are %s',
  (isolation) => {
    let url: string
    beforeAll(async () => {
      url = await createMigrated()
      const raw = await connectRaw(url)
      const database = new URL(url).pathname.slice(1)
      await raw.run(`alter database ${database} set default_transaction_isolation = '${isolation}'`)
      await raw.close()
    })

    it('race: of forty adds of one label by two processes one succeeds, and a domain gets as many names as it may', () =>
      withTwo(url, async (one, other) => {
        const { domain } = await onboardDomain(one, { userChosenLimit: 5 })
        const add = (label: string, index: number) =>
          issueSubname(index % 2 ? one : other, newSubname(domain, label), domain.workspaceId)
        const same = await times(40, (index) => add('alice', index))
        expect(same.filter((outcome) => outcome === 'issued')).toHaveLength(1)
        const different = await times(40, (index) => add(`name-${index}`, index))
        expect(different.filter((outcome) => outcome === 'issued')).toHaveLength(4)
        // Numbered by both at a time, without a gap.
        const [log] = await Promise.all([readEventLog(one), readEventLog(other)])
        expect(log.map(({ sequence }) => sequence)).toEqual(log.map((_, index) => index + 1))
      }))

    it('race: what is counted under a lock stays within its limit, whatever the snapshot is', () =>
      withTwo(url, async (one, other) => {
        await times(20, (index) =>
          insertAndEvictChallenges(
            index % 2 ? one : other,
            {
              ...{
                nonce: randomHex(16).slice(2),
                action: 'append-field',
                chainId: 1,
                subname: parseDomain(`${index}.demo.eth`),
              },
              ...{
                mapp: parseDomain('app.eth'),
                message: 'sign in',
                createdAt: index,
                expiresAt: 600_000,
                client: null,
              },
            },
            { perSubname: 9, perClient: 9, total: 3 },
          ),
        )
        const { rows } = await sql`select 1 from challenges`.execute(one.db)
        expect(rows).toHaveLength(3)
      }))
  },
)

it('race: transactions that share a lock do not wait for each other, one that does not share it waits for all', async () => {
  await withTwo(await createMigrated(), async (one, other) => {
    const domain = { key: 1 }
    const share = (store: Store, skeleton: number, meanwhile = async () => {}) =>
      store.transaction(async (tx) => {
        await lockPolicyRequest(tx, domain, { skeleton, address: undefined })
        await meanwhile()
      })
    const order: string[] = []
    const later: Promise<void>[] = []
    await share(one, 0, async () => {
      const others = Array.from({ length: 8 }, (_, index) => share(other, index + 1))
      // Rows of a shared lock are taken at random: one of eight gets another row than this.
      await Promise.any(others)
      const alone = other.transaction(async (tx) => {
        await lockPolicyOfDomain(tx, domain)
        order.push('alone')
      })
      later.push(alone, ...others)
      await waitUntil('it waits', async () => {
        const { rows } = await sql`
          select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'
        `.execute(one.db)
        return rows.length > 0
      })
      order.push('shared')
    })
    await Promise.all(later)
    expect(order).toEqual(['shared', 'alone'])
  })
})

describe('the lease of a migration', () => {
  const open = async (url: string, lockTimeoutMs: number) => {
    const driver = await parseDatabaseUrl(url).open(lockTimeoutMs)
    const migration = (statement: string, meanwhile = async () => {}) =>
      driver.dialect.migrationTransaction(driver.db, async (tx) => {
        await sql.raw(statement).execute(tx)
        await meanwhile()
      })
    return { ...driver, migration }
  }

  it('rule: another process waits for it, and gives up after the lock timeout', async () => {
    const url = await create()
    const [one, other] = [await open(url, 10_000), await open(url, 50)]
    await one.migration('create table a (id text)', async () => {
      await expect(other.migration('create table b (id text)')).rejects.toThrow(/holds the lock/)
    })
    await other.migration('create table b (id text)')
    await Promise.all([one.close(), other.close()])
  })

  it('rule: that of a killed process expires by the clock of the database', async () => {
    const url = await create()
    const { db, migration, close } = await open(url, 10_000)
    await migration('create table a (id text)')
    await sql`insert into leases values ('migration', 'killed', extract(epoch from clock_timestamp()) * 1000 + 300)`.execute(
      db,
    )
    await migration('create table b (id text)')
    await close()
  })

  it('rule: an owner that was late writes nothing', async () => {
    const url = await create()
    const [one, other] = [await open(url, 10_000), await open(url, 10_000)]
    const late = one.migration('create table a (id text)', async () => {
      await sql`update leases set expires_at = 0`.execute(other.db)
      await other.migration('create table b (id text)')
    })
    await expect(late).rejects.toThrow(/another process has taken it\. Nothing was changed/)
    const { rows } = await sql`select tablename as name from pg_tables where tablename in ('a', 'b')`.execute(
      one.db,
    )
    expect(rows).toEqual([{ name: 'b' }])
    await Promise.all([one.close(), other.close()])
  })
})

describe('the data version of the portable mode', () => {
  it('rule: while the marks of commits cannot be read, each call returns a new one', async () => {
    const url = await createMigrated()
    const store = await openStore({ url })
    await readStableDataVersion(store)
    const raw = await connectRaw(url)
    await raw.run('alter table commit_marks rename to elsewhere')
    await waitUntil('a poll has failed for long enough', () => !hasStableDataVersion(store))
    await raw.run('alter table elsewhere rename to commit_marks')
    await readStableDataVersion(store)
    await Promise.all([raw.close(), store.close()])
  })
})
