import { expect, test } from 'vitest'
import { assertColumns, guessColumns, ignoredTitles } from './columns.ts'
import { parseRow } from './import-row.ts'

const address = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'

function parseHeader(titles: readonly string[]) {
  const columns = guessColumns(titles)
  assertColumns(titles, columns)
  return columns
}

function parse(header: readonly string[], cells: readonly string[]) {
  return parseRow(parseHeader(header), cells, 'demo.eth')
}

test('a label or a full name with an address is issued, with its records', () => {
  const item = {
    action: 'issue',
    label: 'alice',
    addresses: [{ coinType: 60, address }],
    text: [{ key: 'url', value: 'https://a.example' }],
  }
  expect(parse(['name', 'address', 'text:url'], ['alice', address, 'https://a.example'])).toEqual({ item })
  expect(parse(['Name', 'ADDRESS:60', 'text:url'], ['alice.demo.eth', address, 'https://a.example'])).toEqual(
    {
      item,
    },
  )
})

test('columns have the titles that other tools give them, and those that are not read are named', () => {
  const titles = ['Name', 'Wallet', 'Twitter', 'Team', 'claimed_at', '']
  const columns = parseHeader(titles)
  expect(parseRow(columns, ['alice', address, 'alice_x', 'red', '2030', ''], 'demo.eth')).toEqual({
    item: {
      action: 'issue',
      label: 'alice',
      addresses: [{ coinType: 60, address }],
      text: [{ key: 'com.twitter', value: 'alice_x' }],
    },
  })
  expect(ignoredTitles(titles, columns)).toEqual(['Team'])
})

test('an export comes back: reserved names, holders, and cells that looked like formulas', () => {
  const header = ['name', 'state', 'holder', 'claimed_at', 'text:note', 'contenthash']
  expect(parse(header, ['bob.demo.eth', 'reserved', address, '', '', ''])).toEqual({
    item: { action: 'reserve', label: 'bob', ethAddress: address },
  })
  expect(parse(header, ['bob.demo.eth', 'claimed', address, '2030', "'=1+1", 'ipfs://b'])).toEqual({
    item: {
      action: 'issue',
      label: 'bob',
      addresses: [{ coinType: 60, address }],
      text: [{ key: 'note', value: '=1+1' }],
      contentHash: 'ipfs://b',
    },
  })
})

test.each([
  [['', address], 'The name is missing.'],
  [['a.b', address], 'It is not a name directly below demo.eth.'],
  [['alice.other.eth', address], 'It is not a name directly below demo.eth.'],
  [['alice', '0x12'], 'It has no Ethereum address: 0x and 40 hex digits.'],
  [['a'.repeat(256), address], 'The name is too long.'],
  [['alice', address, 'more'], 'It has more cells than the first line has columns.'],
])('%j is refused', (cells, problem) => {
  expect(parse(['name', 'address'], cells)).toMatchObject({ problem })
})

test.each([
  [['address', 'text:url'], 'The first line must name the columns'],
  [['name', 'text:url', 'text:url'], 'Two columns have one meaning: "text:url".'],
  [['name', 'label'], 'Two columns have one meaning: "label".'],
  [['name', ...Array(1000).fill('note')], 'The first line names more than 1,000 columns.'],
])('the header %j is refused', (header, problem) => {
  expect(() => parseHeader(header)).toThrow(problem)
})

test('columns named as members of every object are ignored, as any that has no meaning here', () => {
  const item = { action: 'issue', label: 'alice', addresses: [{ coinType: 60, address }] }
  expect(parse(['name', 'address', '__proto__', 'constructor'], ['alice', address, 'x', 'y'])).toEqual({
    item: expect.objectContaining(item),
  })
})

test('a name with larger records than a request may have is refused', () => {
  const row = parse(['name', 'address', 'text:bio'], ['alice', address, 'x'.repeat(200_000)])
  expect(row).toEqual({ label: 'alice', problem: 'Its records are larger than those of a name may be.' })
})

test('a template gives records that the row has not, with the normal form of its label', () => {
  const template = {
    records: {
      texts: { url: 'https://a.example/{label}', email: '{name}@a.example' },
      coins: [{ coinType: '0', address: 'bc1q' }],
      contentHash: 'ipfs://bafy',
    },
    normalize: (label: string) => label.toLowerCase(),
  }
  const columns = parseHeader(['name', 'address', 'text:url', 'address:0', 'state'])
  expect(parseRow(columns, ['Alice', address, '', '', ''], 'demo.eth', template)).toEqual({
    item: {
      action: 'issue',
      label: 'Alice',
      addresses: [
        { coinType: 60, address },
        { coinType: 0, address: 'bc1q' },
      ],
      text: [
        { key: 'url', value: 'https://a.example/alice' },
        { key: 'email', value: 'alice.demo.eth@a.example' },
      ],
      contentHash: 'ipfs://bafy',
    },
  })
  const own = parseRow(columns, ['bob', address, 'https://b.example', 'bc1p', ''], 'demo.eth', template)
  expect(own).toMatchObject({
    item: {
      addresses: [{ coinType: 60 }, { address: 'bc1p' }],
      text: [{ value: 'https://b.example' }, { value: 'bob.demo.eth@a.example' }],
    },
  })
  expect(parseRow(columns, ['cleo', address, '', '', 'reserved'], 'demo.eth', template)).toEqual({
    item: { action: 'reserve', label: 'cleo', ethAddress: address },
  })
})
