import { DummyDriver, Kysely, SqliteAdapter, SqliteIntrospector, SqliteQueryCompiler, sql } from 'kysely'
import { expect, it } from 'vitest'
import { ColumnCodecPlugin } from './columns.ts'

interface Tables {
  someThings: {
    id: string
    isOpen: boolean
    total: bigint
    allNames: readonly string[] | null
    someData: unknown
  }
}

const codec = new ColumnCodecPlugin({
  isOpen: 'boolean',
  total: 'bigint',
  allNames: 'nullable-json',
  someData: 'json',
})

const db = new Kysely<Tables>({
  dialect: {
    createAdapter: () => new SqliteAdapter(),
    createDriver: () => new DummyDriver(),
    createIntrospector: (kysely) => new SqliteIntrospector(kysely),
    createQueryCompiler: () => new SqliteQueryCompiler(),
  },
  plugins: [codec],
})

const bytes = new Uint8Array([1, 2])

async function decode(...rows: Record<string, unknown>[]) {
  return (await codec.transformResult({ result: { rows }, queryId: { queryId: 'any' } })).rows
}

it('rule: names are snake case in SQL, and in raw SQL as they are written', () => {
  const query = db
    .selectFrom('someThings')
    .select(['someThings.isOpen', 'total as grandTotal'])
    .where(sql`isOpen`, '=', sql.ref('someThings.isOpen'))
  expect(query.compile().sql).toBe(
    'select "some_things"."is_open", "total" as "grand_total" from "some_things" where isOpen = "some_things"."is_open"',
  )
})

it('rule: an insert encodes booleans, big integers and JSON, and leaves null and bytes', () => {
  const row = { id: 'one', isOpen: true, total: 5n, allNames: ['a', 'b'], someData: { aKey: [true] } }
  expect(db.insertInto('someThings').values(row).compile().parameters).toEqual([
    'one',
    1,
    '5',
    '["a","b"]',
    '{"aKey":[true]}',
  ])
  const mixed = { ...row, id: sql<string>`lower(${'ONE'})`, isOpen: false, allNames: null, someData: null }
  expect(db.insertInto('someThings').values(mixed).compile().parameters).toEqual([
    'ONE',
    0,
    '5',
    null,
    'null',
  ])
  const rows = [row, { ...row, someData: 'text' }]
  expect(db.insertInto('someThings').values(rows).compile().parameters.slice(5)).toEqual([
    'one',
    1,
    '5',
    '["a","b"]',
    '"text"',
  ])
  expect(sql`${bytes}`.compile(db).parameters).toEqual([bytes])
})

it('rule: an update and the update of a conflict encode the same, each by its column', () => {
  const changes = { isOpen: false, total: 7n, allNames: [], someData: [1] }
  const encoded = [0, '7', '[]', '[1]']
  expect(db.updateTable('someThings').set(changes).compile().parameters).toEqual(encoded)
  const upsert = db
    .insertInto('someThings')
    .values({ id: 'one', isOpen: true, total: 0n, someData: 1 })
    .onConflict((conflict) => conflict.column('id').doUpdateSet(changes))
  expect(upsert.compile().parameters).toEqual(['one', 1, '0', '1', ...encoded])
})

it('rule: conditions and raw SQL encode booleans and big integers; arrays stay, for PostgreSQL takes them', () => {
  const query = db
    .selectFrom('someThings')
    .select('id')
    .where('isOpen', '=', false)
    .where('total', 'in', [1n, 2n])
    .where(sql<boolean>`id = any(${['a', 'b']}) and is_open = ${true}`)
  expect(query.compile().parameters).toEqual([0, '1', '2', ['a', 'b'], 1])
})

it('rule: a query of raw SQL alone is sent as it is written', () => {
  const { sql: text, parameters } = sql`select ${sql.ref('aName')} where true = ${true}`.compile(db)
  expect({ text, parameters }).toEqual({ text: 'select "aName" where true = ?', parameters: [true] })
})

it('rule: rows are decoded by the names of their columns; the keys of JSON stay as they are', async () => {
  const stored = {
    is_open: 1,
    total: '12345678901234567890',
    all_names: '["[1]"]',
    some_data: '{"a_key":1}',
    id: '[]',
  }
  const decoded = {
    isOpen: true,
    total: 12345678901234567890n,
    allNames: ['[1]'],
    someData: { a_key: 1 },
    id: '[]',
  }
  const other = { is_open: 0, total: '1', all_names: null, some_data: 'null', id: 'null' }
  const decodedOther = { isOpen: false, total: 1n, allNames: null, someData: null, id: 'null' }
  expect(await decode(stored, other)).toEqual([decoded, decodedOther])
  expect(await decode({ other_column: bytes })).toEqual([{ otherColumn: bytes }])
  expect(await decode()).toEqual([])
})
