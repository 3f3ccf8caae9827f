import { expect, test } from 'vitest'
import { parseHeader, parseRow } from './import-row.ts'

const address = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'

function parse(header: readonly string[], cells: readonly string[]) {
  const columns = parseHeader(header)
  if (!columns) throw new Error('The header has no name.')
  return parseRow(columns, cells, 'demo.eth')
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
])('%j is refused', (cells, problem) => {
  expect(parse(['name', 'address'], cells)).toMatchObject({ problem })
})

test('a file without a column of names is refused', () => {
  expect(parseHeader(['address', 'text:url'])).toBeUndefined()
})
