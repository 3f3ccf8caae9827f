import { expect, test } from 'vitest'
import { fieldsOf, type JsonReader, readJsonRow } from './json-rows.ts'

const alice = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'

const cellsOf = (entry: unknown, reader: JsonReader) =>
  fieldsOf(entry, reader).map(({ title, text }) => [title, text])

test.each([
  [
    'a line of an export',
    'byname',
    { type: 'name', label: 'a b', state: 'claimed', addresses: [{ coinType: 60, address: '0x1' }] },
    [
      ['Name', 'a b'],
      ['State (claimed or reserved)', 'claimed'],
      ['Holder', ''],
      ['Address › 60', '0x1'],
    ],
  ],
  [
    'an entry of NameStone',
    'namestone',
    { name: 'a b', address: alice, text_records: { url: 'https://a.example' } },
    [
      ['Name', 'a b'],
      ['Address', alice],
      ['Text › url', 'https://a.example'],
    ],
  ],
  [
    'an item of Namespace',
    'namespace',
    { label: 'a b', addresses: { '60': alice }, texts: { url: 'x' } },
    [
      ['Name', 'a b'],
      ['Owner', ''],
      ['Address › 60', alice],
      ['Text › url', 'x'],
    ],
  ],
  [
    'an entry of JustaName',
    'justaname',
    {
      ens: 'a b.acme.eth',
      records: { coins: [{ id: 60, value: alice }], texts: [{ key: 'url', value: 'x' }] },
    },
    [
      ['Name', 'a b.acme.eth'],
      ['Holder', ''],
      ['Records › coins › 60', alice],
      ['Records › texts › url', 'x'],
    ],
  ],
  [
    'what is no object',
    'namestone',
    7,
    [
      ['Name', ''],
      ['Address', ''],
    ],
  ],
] as const)('rule: %s has a cell for each text of it', (_, reader, entry, cells) => {
  expect(cellsOf(entry, reader)).toEqual(cells)
})

test.each([
  ['namestone', { name: 'a b', address: alice, text_records: { url: 'x' } }, 2, 'y'],
  ['namespace', { label: 'a b', addresses: { '60': alice }, texts: { url: 'x' } }, 3, 'y'],
  ['justaname', { ens: 'a b.acme.eth', records: { texts: [{ key: 'url', value: 'x' }] } }, 2, 'y'],
  ['byname', { label: 'a b', state: 'claimed', texts: [{ key: 'url', value: 'x' }] }, 3, 'y'],
] as const)(
  'rule: an entry of %s is read with the cells that were corrected',
  (reader, entry, index, value) => {
    const cells = fieldsOf(entry, reader).map(({ text }) => text)
    const corrected = cells.map((cell, at) => (at === index ? value : cell.replace('a b', 'ab')))
    const before = structuredClone(entry)
    expect(readJsonRow({ entry, reader }, { row: 3, domain: 'acme.eth', cells: corrected })).toMatchObject({
      row: 3,
      name: { label: 'ab', records: { texts: [{ key: 'url', value: 'y' }] } },
    })
    expect(entry).toEqual(before)
  },
)

test('rule: a number stays a number, and what an entry lacks is added only when it is filled in', () => {
  const entry = {
    label: 'ann',
    state: 'claimed',
    addresses: [{ coinType: 60, address: 'none' }],
    createdAt: 1,
  }
  const fields = fieldsOf(entry, 'byname')
  const cells = fields.map(({ path, text }) => (path[0] === 'createdAt' ? '2' : text))
  expect(readJsonRow({ entry, reader: 'byname' }, { row: 1, domain: 'acme.eth', cells })).toMatchObject({
    name: { holder: undefined, createdAt: 2 },
  })
  const held = fields.map(({ path, text }) => (path[0] === 'holder' ? alice : text))
  expect(readJsonRow({ entry, reader: 'byname' }, { row: 1, domain: 'acme.eth', cells: held })).toMatchObject(
    {
      name: { holder: alice },
    },
  )
})

test('rule: an entry of any size and depth has a bounded number of cells, and none that reaches beyond it', () => {
  const many = { name: 'a', ...Object.fromEntries(Array.from({ length: 1_000 }, (_, at) => [`k${at}`, 'x'])) }
  expect(fieldsOf(many, 'namestone')).toHaveLength(60)
  const deep: unknown = JSON.parse(`{"name":"a","b":${'{"b":'.repeat(200)}"x"${'}'.repeat(200)}}`)
  expect(fieldsOf(deep, 'namestone')).toHaveLength(2)
  const entry: unknown = JSON.parse('{"name":"a","__proto__":{"polluted":"no"}}')
  const cells = fieldsOf(entry, 'namestone').map(({ text }) => (text === 'no' ? 'yes' : text))
  readJsonRow({ entry, reader: 'namestone' }, { row: 1, domain: 'acme.eth', cells })
  expect(({} as { readonly polluted?: unknown }).polluted).toBeUndefined()
})
