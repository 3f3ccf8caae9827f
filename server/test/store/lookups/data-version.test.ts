import { sql } from 'kysely'
import pg from 'pg'
import { expect, it } from 'vitest'
import { appendEvents } from '../../../src/store/entities/events.ts'
import { compileLookupQueries } from '../../../src/store/lookup.ts'
import { openStore, type Store } from '../../../src/store/store.ts'
import { hasStableDataVersion, readStableDataVersion } from '../../support/databases/data-version.ts'
import { addSubname, newSubname, onboardDomain } from '../../support/databases/entities.ts'
import { describeOnEveryMode } from '../../support/databases/stores.ts'
import { newTestEvent, readEventLog } from '../../support/events/event-log.ts'
import { waitUntil } from '../../support/wait-until.ts'

describeOnEveryMode('The stamp of lookups', ({ create, dialect, kind }) => {
  /** Two stores on one database, each with a stable data version. */
  const withTwo = async (use: (one: Store, other: Store, url: string) => Promise<void>) => {
    const url = await create()
    const [one, other] = [await openStore({ url }), await openStore({ url })]
    await Promise.all([readStableDataVersion(one), readStableDataVersion(other)])
    await use(one, other, url).finally(() => Promise.all([one.close(), other.close()]))
  }

  it('rule: the data version stays the same while nothing is committed', () =>
    withTwo(async (one) => {
      const dataVersion = one.dataVersion()
      await one.lookup('nothing', 'absent.eth')
      await one.ping()
      expect(one.dataVersion()).toBe(dataVersion)
    }))

  it('rule: the data version changes when a transaction has ended, in this process immediately and in others soon', () =>
    withTwo(async (one, other) => {
      const { domain } = await onboardDomain(one)
      await Promise.all([readStableDataVersion(one), readStableDataVersion(other)])
      const [here, elsewhere] = [one.dataVersion(), other.dataVersion()]
      await addSubname(one, newSubname(domain, 'alice'))
      expect(one.dataVersion()).not.toBe(here)
      await waitUntil('the other one is notified', () => other.dataVersion() !== elsewhere)
    }))

  it('rule: the data version changes when a name is issued by one statement, in this process immediately', () =>
    withTwo(async (one, other) => {
      const { domain } = await onboardDomain(one)
      for (const label of ['alice', 'bob', 'carol', 'dave']) {
        const [here, elsewhere] = [await readStableDataVersion(one), await readStableDataVersion(other)]
        await one.createSubname(newSubname(domain, label), domain, newTestEvent())
        expect(one.dataVersion()).not.toBe(here)
        await waitUntil('the other one is notified', () => other.dataVersion() !== elsewhere)
      }
    }))

  // Polls count what they have missed as one change.
  it.skipIf(kind === 'portable')(
    'rule: numbering events leaves the data version of every process as it is',
    () =>
      withTwo(async (one, other) => {
        const lead = one.dataVersion() - other.dataVersion()
        const { domain } = await onboardDomain(one)
        await one.db.transaction().execute((tx) => appendEvents(tx, newTestEvent()))
        if (dialect === 'postgres')
          await waitUntil(
            'no notification is on its way',
            () => one.dataVersion() - other.dataVersion() === lead,
          )
        const before = [await readStableDataVersion(one), await readStableDataVersion(other)]
        expect(await readEventLog(one)).toHaveLength(1)
        // A notification after this one would be of the events.
        await addSubname(one, newSubname(domain, 'alice'))
        const versions = () => [one.dataVersion(), other.dataVersion()]
        await waitUntil('the name is known', () => versions().every((version, at) => version !== before[at]))
        expect(versions()).toEqual(before.map((version) => version + 1))
      }),
  )

  it('rule: the data version changes with every column that lookups read, in any process', () =>
    withTwo(async (one, other) => {
      const { domain } = await onboardDomain(one)
      await addSubname(one, newSubname(domain, 'alice'))
      const { name, nameWithTexts, coveringDomain } = compileLookupQueries(one.db)
      const columns = columnsOf([name, nameWithTexts, coveringDomain].map((query) => query.sql).join(' '))
      expect(columns.length).toBeGreaterThan(15)
      for (const [table = '', column = ''] of columns) {
        const before = await readStableDataVersion(other)
        const set = sql`update ${sql.table(table)} set ${sql.ref(column)} = ${sql.ref(column)}`
        await one.transaction((tx) => set.execute(tx))
        await waitUntil(`${table}.${column} has an effect`, () => other.dataVersion() !== before)
      }
    }))

  it.runIf(kind === 'postgres')(
    'rule: while notifications are lost, each call returns a new data version',
    () =>
      withTwo(async (one, _, url) => {
        await disconnectListeners(url)
        await waitUntil('the connection is lost', () => !hasStableDataVersion(one))
        await readStableDataVersion(one)
      }),
  )
})

/** Table and column, without the keys of rows, which never change, and the time of a write, which changes with the version. */
function columnsOf(query: string): readonly (readonly string[])[] {
  const read = query.matchAll(/"(resolvers|domains|named|subnames)"\."(\w+)"/g)
  const columns = [...read].map(([, table, column]) => `${table === 'named' ? 'domains' : table} ${column}`)
  return [...new Set(columns)]
    .map((column) => column.split(' '))
    .filter(([, column = '']) => !['id', 'key', 'updated_at'].includes(column))
}

/** Terminates the connections that listen for notifications, from another connection. */
async function disconnectListeners(url: string) {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await client.query(`
    select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid()`)
  await client.end()
}
