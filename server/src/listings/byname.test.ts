import { expect, test } from 'vitest'
import { readArchivedName } from './byname.ts'
import { type Column, readCsvTitles } from './csv.ts'

const address = { coinType: 60, address: `0x${'ab'.repeat(20)}` }
const text = { key: 'url', value: 'https://a.example/' }
const image = { key: 'avatar', file: `${'0f'.repeat(32)}.png` }
const line = {
  ...{ label: 'alice', state: 'claimed', holder: address.address, contentHash: 'ipfs://bafy' },
  ...{ createdAt: 1_600_000_000_000, updatedAt: 1_700_000_000_000, claimedAt: 1_650_000_000_000 },
  ...{ addresses: [address], texts: [text], images: [image] },
}

test('rule: a line of an export is read with all its fields, and what is absent is unknown or empty', () => {
  const { createdAt, updatedAt, claimedAt } = line
  const times = { createdAt, updatedAt, claimedAt }
  const records = { addresses: [address], texts: [text], contenthash: 'ipfs://bafy' }
  const name = {
    label: 'alice',
    isClaimed: true,
    holder: address.address,
    ...times,
    records,
    images: [image],
  }
  expect(readArchivedName(line, 7)).toEqual({ row: 7, doubts: [], name })
  const least = readArchivedName({ label: 'a', state: 'reserved', addresses: null }, 1)
  expect(least).toMatchObject({
    name: { isClaimed: false, records: { addresses: [], texts: [] }, images: [] },
  })
})

test.each<[change: object, problem: RegExp]>([
  [{ label: undefined }, /it has no name/],
  [{ label: '' }, /it has no name/],
  [{ state: 'held' }, /its state/],
  [{ state: undefined }, /its state/],
  ...[
    {},
    'x',
    [null],
    ['x'],
    [{ coinType: 60 }],
    [{ address: '0x' }],
    [{ coinType: '60', address: '0x' }],
  ].map((addresses): [object, RegExp] => [{ addresses }, /its addresses/]),
  [{ addresses: [address, { coinType: 60, address: 5 }] }, /its addresses/],
  ...[
    {},
    'x',
    [null],
    [{ key: 'a' }],
    [{ value: 'a' }],
    [{ key: 1, value: 'a' }],
    [{ key: 'a', value: 1 }],
  ].map((texts): [object, RegExp] => [{ texts }, /its texts/]),
  [{ texts: [text, {}] }, /its texts/],
])('rule: a line with %j is refused with its row', (change, problem) => {
  expect(readArchivedName({ ...line, ...change }, 3)).toMatchObject({
    ...{ row: 3, problem: expect.stringMatching(problem) },
  })
})

test.each([
  { ...image, file: `../${image.file}` },
  { ...image, file: `${'0F'.repeat(32)}.png` },
  { ...image, file: `${'0f'.repeat(32)}.svg` },
  { ...image, file: `${'0f'.repeat(31)}.png` },
  { file: image.file },
])('rule: the image %j is left out', (other) => {
  expect(readArchivedName({ ...line, images: [other, image] }, 1)).toMatchObject({
    name: { images: [image] },
  })
})

const meanings: Readonly<Record<string, Column>> = {
  ...{ Address: { kind: 'address', coinType: 60 }, Wallet: { kind: 'address', coinType: 60 } },
  ...{
    'Wallet Address': { kind: 'address', coinType: 60 },
    'eth address': { kind: 'address', coinType: 60 },
  },
  ...{
    'Ethereum address': { kind: 'address', coinType: 60 },
    'address: 0': { kind: 'address', coinType: 0 },
  },
  ...{ state: { kind: 'state' }, holder: { kind: 'holder' }, OWNER: { kind: 'holder' } },
  ...{ created_at: { kind: 'created' }, claimed_at: { kind: 'claimed' }, texts: { kind: 'texts' } },
  ...{ contenthash: { kind: 'contenthash' }, 'Content Hash': { kind: 'contenthash' } },
  ...{
    profile_name: { kind: 'text', key: 'display.name' },
    profile_created: { kind: 'text', key: 'created' },
  },
  ...{ Website: { kind: 'text', key: 'url' }, url: { kind: 'text', key: 'url' } },
  ...{ twitter: { kind: 'text', key: 'com.twitter' }, github: { kind: 'text', key: 'com.github' } },
  ...{ Discord: { kind: 'text', key: 'com.discord' }, telegram: { kind: 'text', key: 'org.telegram' } },
  ...{ email: { kind: 'text', key: 'email' }, avatar: { kind: 'text', key: 'avatar' } },
  ...{ header: { kind: 'text', key: 'header' }, Description: { kind: 'text', key: 'description' } },
  ...{ 'text:Org.Key': { kind: 'text', key: 'Org.Key' }, other: { kind: 'ignored' } },
}

test.each(['name', 'Label', ' username ', '\ufeffsubname'])(
  'rule: a table with names in the column %j is read, and each title means what it says',
  (title) => {
    for (const [other, column] of Object.entries(meanings))
      expect(readCsvTitles([title, other])).toEqual({
        columns: [{ kind: 'name' }, column],
        ignored: column.kind === 'ignored' ? [other] : [],
      })
  },
)

test.each([
  [{ tags: ['a', 'b'], note: 'n\nm' }, { tags: ['a', 'b'], note: 'n\nm' }, 0],
  [{ tags: [], note: '' }, {}, 0],
  [{}, {}, 0],
  [
    { tags: Array(20).fill('a'), note: 'x'.repeat(2000) },
    { tags: Array(20).fill('a'), note: 'x'.repeat(2000) },
    0,
  ],
  [{ tags: Array(21).fill('a'), note: 'x'.repeat(2001) }, {}, 2],
  [{ tags: ['x'.repeat(40)] }, { tags: ['x'.repeat(40)] }, 0],
  [{ tags: ['x'.repeat(41)] }, {}, 1],
  [{ tags: [' '], note: 'a\u0000' }, {}, 2],
  [{ tags: [' a\n', 'a\tb'], note: ['a'] }, {}, 2],
  [{ tags: [' a\n'] }, { tags: ['a'] }, 0],
  [{ tags: 'a' }, {}, 1],
])('rule: of %j are read %j', (given, expected, doubts) => {
  const listed = readArchivedName({ label: 'a', state: 'claimed', ...given }, 1)
  if (!('name' in listed)) throw new Error(listed.problem)
  const { tags, note } = listed.name
  expect({ ...(tags && { tags }), ...(note !== undefined && { note }) }).toEqual(expected)
  expect(listed.doubts).toHaveLength(doubts)
})
