import { expect, test } from 'vitest'
import { isNameStoneTable, isRowOfDomain, nameStoneTables, TableName } from './namestone-tables.ts'

test('tables of names are known by their whole name', () => {
  expect(nameStoneTables.map(isNameStoneTable)).toEqual([true, true, true, true])
  expect(['', 'subdomains', 'api_key'].map(isNameStoneTable)).toEqual([false, false, false])
})

test.each([
  [{ name: 'acme.eth' }, 1, true],
  [{ name: 'acme.eth' }, 11155111, false],
  [{ name: 'ACME.eth', network: 'Mainnet' }, 1, true],
  [{ name: 'acme.eth', network: 'sepolia' }, 11155111, true],
  [{ name: 'acme.eth', network: 'sepolia' }, 1, false],
  [{ name: 'acme.eth', network: '' }, 1, true],
  [{ name: 'other.eth', network: 'mainnet' }, 1, false],
  [{ name: 'acme.eth', network: 'base' }, 8453, false],
  [{}, 1, false],
])('a row %j of acme.eth on chain %i: %s', (values, chainId, expected) => {
  expect(isRowOfDomain({ table: 'domain', values }, 'acme.eth', chainId)).toBe(expected)
})

test('records of a name are those of its rows, the last one of a key; others are noted', () => {
  const name = new TableName({
    table: 'subdomain',
    values: { name: 'alice', address: '0x1', contenthash: null },
  })
  const text = (key: unknown, value: unknown) =>
    name.add({ table: 'subdomain_text_record', values: { key, value, coin_type: 'x', address: 'x' } })
  const coin = (type: unknown, address: unknown) =>
    name.add({ table: 'subdomain_coin_type', values: { coin_type: type, address, key: 'x', value: 'x' } })
  text('url', 'https://a.example')
  text('same', 'one')
  text('same', 'one')
  text('60', 'a text')
  text('url', 'https://b.example')
  text('empty', '')
  text(null, 'without a key')
  text('list', [1])
  coin('60', '0x2')
  coin(0, 'bc1q')
  coin('0', 'bc1p')
  coin('2', null)
  coin({}, '0x3')
  expect(name.entry()).toEqual({
    ...{ name: 'alice', address: '0x1', contenthash: null, created_at: undefined },
    text_records: { url: 'https://b.example', same: 'one', 60: 'a text' },
    coin_types: { 0: 'bc1p', 60: '0x2' },
  })
  expect(name.doubts()).toEqual([
    'Its record url is there twice; the last one was read.',
    'Its record 0 is there twice; the last one was read.',
    'Its text list is left out: a list is no text.',
    'Its key of a coin type is left out: an object is no text.',
  ])
})

test.each([
  ['2024-01-31 10:20:30', '2024-01-31T10:20:30Z'],
  ['2024-01-31 10:20:30.123456', '2024-01-31T10:20:30.123456Z'],
  ['2024-01-31T10:20:30+00', '2024-01-31T10:20:30+00:00'],
  ['2024-01-31 10:20:30.5-0330', '2024-01-31T10:20:30.5-0330'],
  ['2024-01-31 10:20:30+05:30', '2024-01-31T10:20:30+05:30'],
  ['2024-01-31 10:20:30Z', '2024-01-31T10:20:30Z'],
  ['yesterday, 2024-01-31 10:20:30', 'yesterday, 2024-01-31 10:20:30'],
  ['2024-01-31 10:20:30 CET', '2024-01-31 10:20:30 CET'],
  [null, null],
])('a time %j of PostgreSQL is %j', (created_at, time) => {
  expect(new TableName({ table: 'subdomain', values: { created_at } }).entry()).toMatchObject({
    created_at: time,
  })
})
