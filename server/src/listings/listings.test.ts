import { describe, expect, test } from 'vitest'
import { readArchivedName } from './byname.ts'
import { readCsvRow, readCsvTitles } from './csv.ts'
import { readJustaNameName } from './justaname.ts'
import type { Listed } from './listed-name.ts'
import { readNamespaceName } from './namespace.ts'
import { readNameStoneName } from './namestone.ts'

const options = { domain: 'acme.eth' }
const alice = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
const bob = '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC'

/** What is read, in short. */
function shortOf(listed: Listed): unknown {
  if ('problem' in listed) return listed.problem
  const { label, isClaimed, holder, records } = listed.name
  const { addresses = [], texts = [], contenthash } = records
  return {
    label,
    ...(!isClaimed && { isReserved: true }),
    ...(holder && { holder }),
    ...Object.fromEntries(addresses.map(({ coinType, address }) => [coinType, address])),
    ...Object.fromEntries(texts.map(({ key, value }) => [key, value])),
    ...(contenthash && { contenthash }),
    ...(listed.doubts.length > 0 && { doubts: listed.doubts.length }),
  }
}

describe('names as other services list them', () => {
  test.each([
    [
      { name: 'alice', address: alice, domain: 'acme.eth' },
      { label: 'alice', 60: alice },
    ],
    [
      { name: 'alice', address: alice, coin_types: { 60: bob }, text_records: { url: 'https://a.example' } },
      { label: 'alice', 60: bob, url: 'https://a.example', doubts: 1 },
    ],
    [{ name: 'alice', address: '', contenthash: null, text_records: {} }, { label: 'alice' }],
    [{ name: 'alice', address: alice, domain: 'other.eth' }, 'It is a name of other.eth, not of acme.eth.'],
    [{ address: alice }, 'It has no name.'],
    ['text', 'It has no name.'],
  ])('NameStone: %j', (entry, expected) => {
    expect(shortOf(readNameStoneName(entry, 1, options))).toEqual(expected)
  })

  test.each([
    [
      { label: 'alice', parentName: 'acme.eth', addresses: { 60: alice, 8453: bob }, owner: alice },
      { label: 'alice', holder: alice, 60: alice, 2147492101: bob },
    ],
    [
      { fullName: 'alice.acme.eth', addresses: { ETH: alice } },
      { label: 'alice', 60: alice },
    ],
    [
      { label: 'alice', addresses: { 22: '0x12' } },
      { label: 'alice', 637: '0x12', doubts: 1 },
    ],
    [
      { label: 'alice', addresses: { 10: alice } },
      { label: 'alice', 2147483658: alice },
    ],
    [
      { label: 'alice', addresses: { 250: alice } },
      { label: 'alice', 2147483898: alice, doubts: 1 },
    ],
    [
      { label: 'alice', addresses: { 137: 'bc1q' } },
      { label: 'alice', 137: 'bc1q', doubts: 1 },
    ],
    [
      { label: 'alice', addresses: { 4711: 'x' } },
      { label: 'alice', 4711: 'x', doubts: 1 },
    ],
    [
      { label: 'alice', addresses: {}, metadata: { team: 'a' } },
      { label: 'alice', doubts: 1 },
    ],
    [{ label: 'alice', addresses: { coin: 'x' } }, '"coin" is not a coin.'],
    [{ label: 'alice', parentName: 'other.eth' }, 'It is a name of other.eth, not of acme.eth.'],
    [{}, 'It has no name.'],
  ])('Namespace: %j', (item, expected) => {
    expect(shortOf(readNamespaceName(item, 1, options))).toEqual(expected)
  })

  test.each([
    [
      {
        ens: 'alice.acme.eth',
        isClaimed: true,
        records: {
          coins: [{ id: 60, name: 'eth', value: alice }],
          texts: [{ key: 'url', value: 'https://a.example' }],
          contentHash: { protocolType: 'ipfs', decoded: 'bafy' },
        },
      },
      { label: 'alice', 60: alice, url: 'https://a.example', contenthash: 'ipfs://bafy' },
    ],
    [
      { ens: 'bob.acme.eth', isClaimed: false, holder: bob, records: {} },
      { label: 'bob', isReserved: true, holder: bob },
    ],
    [
      { ens: 'bob.acme.eth', records: { contentHash: 'ipfs://bafy' } },
      { label: 'bob', contenthash: 'ipfs://bafy' },
    ],
    [
      { ens: 'bob.acme.eth', records: { contentHash: { protocolType: null, decoded: null } } },
      { label: 'bob' },
    ],
    [{ ens: 'bob.acme.eth', records: { contentHash: null } }, { label: 'bob' }],
    [{ ens: 'alice.other.eth', records: {} }, 'It is not a name below acme.eth.'],
    [{}, 'It has no name.'],
  ])('JustaName: %j', (entry, expected) => {
    expect(shortOf(readJustaNameName(entry, 1, options))).toEqual(expected)
  })

  test.each([
    ['name,address', `alice.acme.eth,${alice}`, { label: 'alice', 60: alice }],
    [
      'address,username,profile_name,description,avatar,profile_created',
      `${alice},alice,Alice,hello,https://a.example/a.png,2020`,
      {
        ...{ label: 'alice', 60: alice, 'display.name': 'Alice', description: 'hello' },
        ...{ avatar: 'https://a.example/a.png', created: '2020' },
      },
    ],
    ['name,text:url,texts', `alice,'=x,{"a":"b"}`, { label: 'alice', url: '=x', a: 'b' }],
    ['name,state,holder', `bob,reserved,${bob}`, { label: 'bob', isReserved: true, holder: bob }],
    ['name,state', 'bob,lost', 'Its state is "lost", neither claimed nor reserved.'],
    ['name,texts', 'bob,[1]', 'Its texts are not a JSON object of texts.'],
    ['name,claimed_at', 'bob,yesterday', 'A time of it is not in ISO 8601.'],
    ['name', 'bob,x', 'It has more cells than the first line has columns.'],
    ['name,address', `bob,eth:${bob}`, { label: 'bob', 60: bob }],
    ['name,address', `bob,eip155:1:${bob}`, { label: 'bob', 60: bob }],
    ['name,address:2147492101', `bob,base:${bob}`, { label: 'bob', 2147492101: bob }],
    [
      'name,address',
      `bob,eip155:8453:${bob}`,
      `The address eip155:8453:${bob} is of coin type 2147492101 (base), and its column is of 60 (eth): move it to a column address:2147492101.`,
    ],
    ['name,address', ',x', 'It has no name.'],
  ])('CSV %s: %s', (titles, row, expected) => {
    const columns = readCsvTitles(titles.split(','))
    const cells = row.includes('{') ? ['alice', "'=x", '{"a":"b"}'] : row.split(',')
    expect(shortOf(readCsvRow(columns, cells, 1, options))).toEqual(expected)
  })

  test('CSV: titles without a column of names, twice the same, or too many, are no table', () => {
    expect(() => readCsvTitles(['address'])).toThrow('no column of names')
    expect(() => readCsvTitles(['name', 'label'])).toThrow('Two columns have one meaning: "label"')
    expect(() => readCsvTitles(Array.from({ length: 1001 }, (_, index) => `c${index}`))).toThrow('1000')
    expect(() => readCsvTitles(['name', 'address:8453'])).toThrow('did you mean 2147492101 (Base)?')
    expect(() => readCsvTitles(['name', 'address:-1'])).toThrow('The column "address:-1": -1 is less than 0')
    expect(readCsvTitles(['\ufeffname', 'shoe size']).ignored).toEqual(['shoe size'])
    const most = ['name', ...Array.from({ length: 999 }, (_, index) => `c${index}`)]
    expect(readCsvTitles(most).columns).toHaveLength(1000)
  })

  test('CSV: a state is claimed, reserved or empty, in any case', () => {
    const columns = readCsvTitles(['name', 'state'])
    const stateOf = (state: string) => {
      const listed = readCsvRow(columns, ['a', state], 1, options)
      return 'name' in listed ? listed.name.isClaimed : listed.problem
    }
    expect(['', 'claimed', 'Claimed', 'reserved', ' RESERVED '].map(stateOf)).toEqual([
      ...[true, true, true, false, false],
    ])
    expect(stateOf('held')).toBe('Its state is "held", neither claimed nor reserved.')
  })
})

test.each([
  [alice, {}, [[60, alice]]],
  [alice, { 60: alice }, [[60, alice]]],
  [
    alice,
    { 60: bob, 0: 'bc1q' },
    [
      [0, 'bc1q'],
      [60, bob],
    ],
  ],
  [
    alice,
    { 0: 'bc1q' },
    [
      [60, alice],
      [0, 'bc1q'],
    ],
  ],
  ['', { 60: bob }, [[60, bob]]],
  [undefined, { 0: 'bc1q' }, [[0, 'bc1q']]],
  [null, {}, []],
])('NameStone: the address %j with the coin types %j is %j', (address, coins, expected) => {
  const listed = readNameStoneName({ name: 'a', address, coin_types: coins }, 1, options)
  const addresses = 'name' in listed ? listed.name.records.addresses : undefined
  expect(addresses?.map((each) => [each.coinType, each.address])).toEqual(expected)
})

test('Namespace: the key of an EVM chain is its chain id, and another key is a coin type', () => {
  const coinOf = (key: number, address = alice) =>
    readNamespaceName({ label: 'a', addresses: { [key]: address } }, 1, options)
  const chains = [10, 56, 100, 130, 137, 143, 324, 480, 8453, 42101, 42161, 42220, 43114, 59144, 80094]
  for (const chainId of [...chains, 534352, 7777777])
    expect(coinOf(chainId)).toMatchObject({
      ...{ name: { records: { addresses: [{ coinType: 2 ** 31 + chainId, address: alice }] } }, doubts: [] },
    })
  for (const coinType of [0, 60, 118, 354, 397, 501, 784, 913, 9004, 2 ** 31])
    expect(coinOf(coinType)).toMatchObject({
      ...{ name: { records: { addresses: [{ coinType, address: alice }] } }, doubts: [] },
    })
  for (const [key, coinType] of [
    [22, 637],
    [8, 283],
  ] as const)
    expect(coinOf(key, 'no EVM address')).toMatchObject({
      ...{
        name: { records: { addresses: [{ coinType }] } },
        doubts: [expect.stringContaining(`${coinType}`)],
      },
    })
})

describe('values that are not taken are noted', () => {
  const odd = [true, [1], { a: 1 }, 7, '', null, 'x'] as const
  const doubtsOf = (listed: Listed) => ('problem' in listed ? listed.problem : listed.doubts)

  test('NameStone: a list of texts is read, and what is no text is noted', () => {
    const texts = [{ key: 'url', value: 'https://a.example' }, { key: 'b', value: { c: 1 } }, 'd']
    const listed = readNameStoneName({ name: 'alice', text_records: texts }, 1, options)
    expect(shortOf(listed)).toMatchObject({ url: 'https://a.example' })
    expect(doubtsOf(listed)).toEqual([
      'Its text b is left out: an object is no text.',
      'Its text is left out: "d" is without a key.',
    ])
  })

  test.each([
    [
      'NameStone',
      (value: unknown) => readNameStoneName({ name: 'a', text_records: { k: value } }, 1, options),
    ],
    ['NameStone', (value: unknown) => readNameStoneName({ name: 'a', coin_types: { 0: value } }, 1, options)],
    ['NameStone', (value: unknown) => readNameStoneName({ name: 'a', contenthash: value }, 1, options)],
    ['Namespace', (value: unknown) => readNamespaceName({ label: 'a', texts: { k: value } }, 1, options)],
    ['Namespace', (value: unknown) => readNamespaceName({ label: 'a', addresses: { 0: value } }, 1, options)],
    ['Namespace', (value: unknown) => readNamespaceName({ label: 'a', owner: value }, 1, options)],
    [
      'JustaName',
      (value: unknown) =>
        readJustaNameName({ ens: 'a.acme.eth', records: { texts: [{ key: 'k', value }] } }, 1, options),
    ],
    [
      'JustaName',
      (value: unknown) =>
        readJustaNameName({ ens: 'a.acme.eth', records: { coins: [{ id: 0, value }] } }, 1, options),
    ],
    [
      'an export',
      (value: unknown) => readArchivedName({ label: 'a', state: 'claimed', contentHash: value }, 1),
    ],
  ])('rule: %s takes texts, numbers and booleans, and notes lists and objects', (_service, read) => {
    // Values that are there, of which only lists and objects are no text.
    expect(odd.map((value) => doubtsOf(read(value)).length > 0)).toEqual(
      odd.map((value) => typeof value === 'object' && value !== null),
    )
  })

  test.each([
    ['created_at', (value: unknown) => readNameStoneName({ name: 'a', created_at: value }, 1, options)],
    ['createdAt', (value: unknown) => readNamespaceName({ label: 'a', createdAt: value }, 1, options)],
    ['claimedAt', (value: unknown) => readJustaNameName({ ens: 'a.acme.eth', claimedAt: value }, 1, options)],
    [
      'updatedAt',
      (value: unknown) => readArchivedName({ label: 'a', state: 'claimed', updatedAt: value }, 1),
    ],
  ])('rule: %s that is no time is noted', (field, read) => {
    for (const value of ['yesterday', [], {}, true, 1e300])
      expect(doubtsOf(read(value))).toEqual([
        expect.stringMatching(new RegExp(`^Its ${field} is left out: .* is no time in ISO 8601\\.$`)),
      ])
    for (const value of [null, undefined, '', 1_700_000_000_000, '2024-01-01T00:00:00Z', '0001-01-01'])
      expect(doubtsOf(read(value))).toEqual([])
  })
})
