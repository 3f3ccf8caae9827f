import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { emptyRecords } from '../../../src/ens/stored-records.ts'
import type { Domain } from '../../../src/model/domain.ts'
import type { NameListing, SortKey } from '../../../src/store/listing/creation.ts'
import type { SubnameFilter } from '../../../src/store/listing/filter.ts'
import { readNamePage } from '../../../src/store/listing/names.ts'
import type { PageQuery } from '../../../src/store/listing/order.ts'
import { searchLabels } from '../../../src/store/listing/search.ts'
import { countSubnames, readSubnames, selectSubnamesInOrder } from '../../../src/store/listing/subnames.ts'
import { openStore, type Store } from '../../../src/store/store.ts'
import { newSubname, onboardDomain } from '../../support/databases/entities.ts'
import { insertSubnames } from '../../support/databases/insert-subnames.ts'
import { describeOnEachDatabase } from '../../support/databases/stores.ts'
import { planOf, type Statement, watchStatements } from '../../support/databases/watch-statements.ts'
import { storedDomain } from './compare.ts'

const address = `0x${'ab'.repeat(20)}` as const
const names = 12_000

describeOnEachDatabase('the plans of listings', (databases) => {
  let store: Store | undefined
  let domain: Domain | undefined
  let small: Domain | undefined
  const opened = () => {
    if (!store || !domain || !small) throw new Error('They are made in beforeAll.')
    return { store, domain, small }
  }

  beforeAll(async () => {
    store = await openStore({ url: await databases.createMigrated() })
    const onboarded = await onboardDomain(store)
    const subnames = Array.from({ length: names }, (_, index) =>
      newSubname(onboarded.domain, `${index % 3 ? 'member' : `n${index}`}-${index}`, {
        createdAt: index,
        isClaimed: index % 20 !== 0,
        records: {
          ...emptyRecords,
          addresses: [
            {
              coinType: 60,
              address: index % 300 ? (`0x${index.toString(16).padStart(40, '0')}` as const) : address,
            },
            ...(index % 50 ? [] : [{ coinType: 501, address }]),
          ],
        },
      }),
    )
    const { domain: other } = await onboardDomain(store)
    const few = Array.from({ length: 100 }, (_, index) => newSubname(other, `member-${index}`))
    await insertSubnames(store, [...subnames, ...few])
    // As autovacuum does sooner or later.
    if (databases.dialect === 'postgres') await sql`vacuum analyze`.execute(store.db)
    domain = await storedDomain(store, onboarded.domain)
    small = await storedDomain(store, other)
  })
  afterAll(() => store?.close())

  const first: PageQuery = { orderBy: 'createdAt', direction: 'desc', offset: 0, limit: 20 }
  const middle: PageQuery = { ...first, offset: names / 2 }

  describe.each<[string, (domain: Domain) => Omit<SubnameFilter, 'chainId'>, PageQuery]>([
    ['the first page of a domain', (one) => ({ domains: [one] }), first],
    ['the middle of a domain', (one) => ({ domains: [one] }), middle],
    ['the claimed ones of a domain', (one) => ({ domains: [one], isClaimed: true }), middle],
    ['a rare text', () => ({ search: 'n300-300' }), first],
    ['a common text', () => ({ search: 'member' }), first],
    ['one letter', () => ({ search: 'n' }), first],
    ['a text in a domain', (one) => ({ domains: [one], search: 'n303-303', isClaimed: true }), first],
    ['an address', () => ({ coin: { coinType: 60, address } }), first],
    ['an address in a domain', (one) => ({ domains: [one], coin: { coinType: 60, address } }), first],
    ['a rare coin', (one) => ({ domains: [one], coin: { coinType: 501 } }), first],
  ])('%s', (_, filterOf, slice) => {
    it('rule: a filter is counted and listed by an index, without a table scan', async () => {
      const { store, domain } = opened()
      const filter: SubnameFilter = { chainId: 1, ...filterOf(domain) }
      const { watched, statements } = watchStatements(store)
      // No operation counts the names of a whole chain that match a text.
      if (filter.domains ?? filter.coin) await countSubnames(watched, filter)
      expect((await selectSubnamesInOrder(watched, filter, slice)).items.length).toBeGreaterThan(0)
      await expectIndexes(store, statements)
    })
  })

  it.each(['member', 'n300-300', 'ber-1', 'n', 'club', 'eth', 'none'])(
    'rule: a search for the label %s uses an index, without a table scan',
    async (label) => {
      const { store, domain } = opened()
      const { watched, statements } = watchStatements(store)
      for (const search of [
        { chainId: 1, label },
        { chainId: 1, label, domains: [domain], isClaimed: true },
      ])
        for (const offset of [0, 500]) await searchLabels(watched, search, { offset, limit: 20 })
      await expectIndexes(store, statements)
    },
  )

  it('rule: a text that many labels contain is found among the newest names, without the trigram index', async () => {
    const { store } = opened()
    const { watched, statements } = watchStatements(store)
    const page = { offset: 10, limit: 20 }
    expect(await searchLabels(watched, { chainId: 1, label: 'ber-1' }, page)).toHaveLength(20)
    for (const statement of statements) expect(statement.sql).not.toMatch(/trigram/)
  })

  it('rule: a page of both claim states merges two ranges of an index, and reads no others', async () => {
    const { store, domain } = opened()
    const { watched, statements } = watchStatements(store)
    await selectSubnamesInOrder(watched, { chainId: 1, domains: [domain] }, first)
    const [keys] = statements
    if (!keys) throw new Error('Nothing was read.')
    await expectFewRead(store, keys)
  })

  it.each<[string, Omit<NameListing, 'domain'>, SortKey]>([
    ['oldest first', { order: 'oldest' }, names / 2],
    ['newest first', { order: 'newest' }, names / 2],
    ['claimed, oldest first', { order: 'oldest', isClaimed: true }, names / 2],
    ['by label', { order: 'label', isClaimed: true }, 'member-5'],
    ['with an address', { order: 'oldest', has: { kind: 'address', coinType: 60 } }, names / 2],
  ])(
    'rule: a page behind a position reads the keys from an index, and no others: %s',
    async (_, filter, sortKey) => {
      const { store, domain } = opened()
      const { watched, statements } = watchStatements(store)
      const after = { rank: 0, sortKey }
      const page = await readNamePage(watched, { domain, ...filter }, { after, limit: 20 })
      expect(page.items).toHaveLength(20)
      await expectIndexes(store, statements)
      const [keys] = statements
      if (!keys) throw new Error('Nothing was read.')
      await expectFewRead(store, keys)
      expect(statements).toHaveLength(2)
    },
  )

  it.each<[string, Omit<NameListing, 'domain'>]>([
    ['by label', { order: 'label' }],
    ['by label, with a rare coin', { order: 'label', has: { kind: 'address', coinType: 501 } }],
    ['by label, of one state', { order: 'label', isClaimed: false }],
    ['with a text', { order: 'oldest', has: { kind: 'text', key: 'avatar' } }],
    [
      'reservations with an address',
      { order: 'newest', isClaimed: false, has: { kind: 'address', coinType: 60 } },
    ],
    ['a frequent beginning', { order: 'label', search: 'member' }],
    ['a frequent part', { order: 'label', search: 'ber-1' }],
    ['one name', { order: 'label', search: 'n300-300' }],
    ['two letters of claimed names', { order: 'label', search: 'me', isClaimed: true }],
    ['no name', { order: 'label', search: 'none' }],
  ])('rule: a page behind a position uses an index, without a table scan: %s', async (_, filter) => {
    const { store, domain, small } = opened()
    const { watched, statements } = watchStatements(store)
    for (const below of [domain, small])
      await readNamePage(watched, { domain: below, ...filter }, { after: undefined, limit: 20 })
    await expectIndexes(store, statements)
  })

  it('rule: the records of a page are read by one statement', async () => {
    const { store } = opened()
    const keys = await searchLabels(store.db, { chainId: 1, label: 'member' }, { offset: 0, limit: 100 })
    const { watched, statements } = watchStatements(store)
    expect((await readSubnames(watched, keys)).items).toHaveLength(keys.length)
    expect(statements).toHaveLength(1)
  })
})

async function expectIndexes(store: Store, statements: readonly Statement[]) {
  expect(statements.length).toBeGreaterThan(0)
  for (const statement of statements) {
    const plan = await planOf(store, statement)
    // The result of a subquery is scanned whole; it is the part of the table that an index has found.
    const ofTables = plan.includes('CO-ROUTINE subnames') ? plan.replace(/^SCAN subnames$/m, '') : plan
    expect(ofTables, statement.sql).not.toMatch(scanOfTable[store.dialect])
  }
}

/** Not all names: at most the 500 whose end a page looks for. PostgreSQL sorts those of a page, from two ranges. */
async function expectFewRead(store: Store, statement: Statement) {
  if (store.dialect === 'sqlite') return expect(await planOf(store, statement)).not.toMatch(/USE TEMP B-TREE/)
  const plan = await planOf(store, statement, 'explain (analyze, timing off) ')
  const rows = [...plan.matchAll(/ Scan (?:Backward )?using .*\(actual rows=(\d+)/g)].map(([, count]) =>
    Number(count),
  )
  expect(rows.length, plan).toBeGreaterThan(0)
  expect(Math.max(...rows), plan).toBeLessThanOrEqual(500)
}

/** Steps of a plan that scan a whole table of names or addresses. */
const scanOfTable = {
  sqlite: /SCAN (subnames|subname_addresses)(?! USING COVERING)/,
  postgres: /Seq Scan on (subnames|subname_addresses)/,
}
