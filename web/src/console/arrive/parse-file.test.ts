import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import type { ListedEntry } from '../../../../server/src/listings/import-form.ts'
import { toEntryChunks } from './arrival-store.ts'
import { toListingFile } from './listing-file.ts'
import { parseFile, type ReadingOptions, readRows } from './parse-file.ts'
import { pickSample } from './sample.ts'

const alice = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
const line = JSON.stringify({ label: 'alice', state: 'claimed', addresses: [], texts: [] })
const header = JSON.stringify({ type: 'domain', format: 'byname-domain', version: 1 })

function archiveOf(lines: readonly string[], changes: object = {}): string {
  const sha256 = createHash('sha256')
    .update(lines.map((text) => `${text}\n`).join(''))
    .digest('hex')
  return [header, ...lines, JSON.stringify({ type: 'end', names: lines.length, sha256, ...changes })].join(
    '\n',
  )
}

const normalize = (label: string) => label.toLowerCase()

const parse = (content: BlobPart | readonly BlobPart[], options: Partial<ReadingOptions> = {}) =>
  parseFile(new Blob(Array.isArray(content) ? [...content] : [content as BlobPart]), {
    ...{ domain: 'acme.eth', normalize },
    ...options,
  })

test.each([
  ['an export', archiveOf([line])],
  ['a list of NameStone', JSON.stringify([{ name: 'alice', address: alice }])],
  ['pages of Namespace', JSON.stringify([{ items: [{ label: 'alice', addresses: {} }] }])],
  ['a response of JustaName', JSON.stringify({ result: { data: [{ ens: 'alice.acme.eth' }] } })],
  ['CSV', `\ufeffname,address\r\nalice.acme.eth,${alice}`],
])('a file is known by its content: %s', async (title, content) => {
  const { entries } = await parse(content)
  // The titles of a table are its first row.
  expect(entries).toMatchObject([
    { row: title === 'CSV' ? 2 : 1, label: 'alice', problem: null, name: { label: 'alice' } },
  ])
})

test.each([
  ['an empty file', ' ', /empty/],
  ['a workbook', 'PK\u0003\u0004', /workbook/],
  ['another list', '[1]', /no list of names/],
  ['a list without names', '[]', /no list of names/],
  ['a table without names', 'a,b\n1,2', /no column of names/],
  ['a table that ends in a cell', 'name,address\nalice,"0x', /quotation marks/],
  ['an export that was cut', [header, line].join('\n'), /incomplete/],
  ['an export with another number', archiveOf([line], { names: 2 }), /says 2/],
  ['a changed export', archiveOf([line], { sha256: '00' }), /was changed/],
  [
    'a key twice',
    '[{"name":"alice"},\n {"name":"bob","name":"eve"}]',
    /Line 2, column 16: the key "name" is there twice/,
  ],
  ['two columns of one meaning', 'name,wallet,address\n', /Two columns have one meaning: "address"/],
  ['Latin-1', Uint8Array.from([...'name\nzo\xeb\n'].map((char) => char.charCodeAt(0))), /not text in UTF-8/],
  ['binary', Uint8Array.from([0x6e, 0x61, 0x6d, 0x65, 0x0a, 0, 0]), /not text in UTF-8/],
  ['100,000 columns', `name${',x'.repeat(100_000)}\n`, /more than 1000 columns/],
  [
    'a cell of 10 MB',
    `name,address\n${'x'.repeat(10_000_000)},${alice}\n`,
    /Row 2, column 1 \(name\): the row is too long/,
  ],
  [
    'a quotation mark that is not closed',
    `name,address\na,${alice}\n"b,${alice}\nc,${alice}\n`,
    /do not match/,
  ],
  ['more than a million rows', ['name\n', 'a\n'.repeat(1_000_001)], /more than 1,000,000 names/],
] satisfies [string, BlobPart | readonly BlobPart[], RegExp][])(
  'a file that is refused: %s',
  async (_title, content, message) => {
    await expect(parse(content)).rejects.toThrow(message)
  },
)

test('rule: a second row of one name is refused, and the first one stays', async () => {
  const { entries, header } = await parse(`name,address,color\nalice,${alice},red\nALICE,${alice},blue`)
  expect(entries.map(({ name, problem }) => [name?.label, problem])).toEqual([
    ['alice', null],
    [undefined, 'It is in row 2 already.'],
  ])
  expect(header).toMatchObject({ titles: ['name', 'address', 'color'], ignored: ['color'] })
})

test('rule: rows have the numbers of a spreadsheet, empty ones before the titles and between the rows included', async () => {
  const { entries } = await parse(`\n\nname,address\n\nalice,${alice}\n\nbob,0x12\n`)
  expect(entries.map(({ row, label }) => [row, label])).toEqual([
    [5, 'alice'],
    [7, 'bob'],
  ])
})

test('rule: columns that were chosen count, and without a column of names the titles are returned', async () => {
  const text = `Mitglied,Team\nmara,red\n`
  const columns = [{ kind: 'name' }, { kind: 'text', key: 'team' }] as const
  const { entries } = await parse(text, { columns })
  expect(entries).toMatchObject([{ label: 'mara', name: { texts: [{ key: 'team', value: 'red' }] } }])
  await expect(parse(text)).rejects.toMatchObject({
    name: 'HeaderError',
    header: {
      titles: ['Mitglied', 'Team'],
      samples: ['mara', 'red'],
      columns: [{ kind: 'ignored' }, { kind: 'ignored' }],
    },
  })
})

test('rule: a template gives records that a row has not, and none to reservations', async () => {
  const records = {
    texts: { url: 'https://a.example/{label}', email: '{name}@a.example' },
    coins: [{ coinType: '0', address: 'bc1q' }],
    contentHash: 'ipfs://bafy',
  }
  const lines = [
    'name,address,text:url,state',
    `Alice,${alice},,`,
    `bob,${alice},https://b.example,`,
    `cleo,${alice},,reserved`,
  ]
  const { entries } = await parse(lines.join('\n'), { records })
  const coins = [
    { coinType: 60, address: alice },
    { coinType: 0, address: 'bc1q' },
  ]
  expect(entries.map(({ name }) => [name?.addresses, name?.texts, name?.contentHash])).toEqual([
    [
      coins,
      [
        { key: 'url', value: 'https://a.example/alice' },
        { key: 'email', value: 'alice.acme.eth@a.example' },
      ],
      'ipfs://bafy',
    ],
    [
      coins,
      [
        { key: 'url', value: 'https://b.example' },
        { key: 'email', value: 'bob.acme.eth@a.example' },
      ],
      'ipfs://bafy',
    ],
    [[{ coinType: 60, address: alice }], [], null],
  ])
})

test('a character at any place of a large file is read whole, and progress is reported', async () => {
  const reported: number[] = []
  const rows = Array.from({ length: 50_000 }, (_, index) => `n${index},${alice},${'日'.repeat(30)}\n`)
  const onProgress = (count: number) => void reported.push(count)
  const { entries } = await parse(['name,address,text:bio\n', ...rows], { onProgress })
  expect(reported).toEqual([20_000, 40_000])
  expect(entries.every(({ name }) => name?.texts[0]?.value === '日'.repeat(30))).toBe(true)
})

test('rule: a request has at most a thousand names, and no name that is larger than it', () => {
  const entry = (row: number, value = ''): ListedEntry => {
    const texts = [{ key: 'url', value }]
    const times = { createdAt: null, updatedAt: null, claimedAt: null }
    const name = {
      label: `n${row}`,
      state: 'claimed',
      holder: null,
      addresses: [],
      texts,
      contentHash: null,
      ...times,
    } as const
    return { row, label: `n${row}`, name, problem: null, doubts: [] }
  }
  const small = Array.from({ length: 1_001 }, (_, row) => entry(row))
  expect(toEntryChunks(small).flat()).toEqual(small)
  expect(Math.max(...toEntryChunks(small).map(({ length }) => length))).toBeLessThanOrEqual(1_000)
  expect(toEntryChunks([1, 2].map((row) => entry(row, 'x'.repeat(100_000)))).length).toBe(2)
  expect(toEntryChunks([entry(1, 'x'.repeat(151_000))])).toMatchObject([[{ name: null }]])
})

test('a sample has the first and the last name', () => {
  const labels = Array.from({ length: 1_000 }, (_, index) => `n${index}`)
  expect(pickSample(labels)).toHaveLength(10)
  expect([pickSample(labels)[0], pickSample(labels).at(-1)]).toEqual(['n0', 'n999'])
  expect(pickSample(['a', 'b'])).toEqual(['a', 'b'])
})

test('rule: corrected rows are read with their cells, in the order and with the second rows of the whole file', async () => {
  const table = `name,address\r\nalice,${alice}\r\n\r\nALICE,${alice}\r\nb b,${alice}\r\ncut`
  const file = new Blob([table])
  expect(await readRows(file, [6, 4], 'table')).toEqual([
    { row: 4, cells: ['ALICE', alice] },
    { row: 6, cells: ['cut'] },
  ])
  const corrected = [
    { row: 2, cells: ['bob', alice] },
    { row: 6, cells: ['Bob', alice] },
  ]
  const { entries } = await parse(table, { corrected })
  expect(entries.map(({ row, label, problem }) => [row, label, problem])).toEqual([
    [2, 'bob', null],
    [4, 'ALICE', null],
    [5, 'b b', null],
    [6, 'Bob', 'It is in row 2 already.'],
  ])
  const some = await parse(table, { corrected, rows: [6, 4] })
  expect(some.entries.map(({ row, problem }) => [row, problem])).toEqual([
    [4, null],
    [6, 'It is in row 2 already.'],
  ])
})

test.each([
  ['an export', archiveOf([line, JSON.stringify({ label: '', state: 'claimed' })])],
  ['a list of NameStone', JSON.stringify([{ name: 'alice', address: alice }, { address: alice }])],
])('rule: corrected rows of %s are read with their cells', async (_, content) => {
  const before = await parse(content)
  expect(before.entries.map(({ row, problem }) => [row, problem === null])).toEqual([
    [1, true],
    [2, false],
  ])
  const [row] = await readRows(new Blob([content]), [2], 'json')
  if (!row) throw new Error('There is no row.')
  expect(row.json?.titles[0]).toBe('Name')
  const corrected = [{ row: 2, cells: ['Bob', ...row.cells.slice(1)] }]
  const { entries } = await parse(content, { corrected })
  expect(entries.map(({ label, problem }) => [label, problem])).toEqual([
    ['alice', null],
    ['Bob', null],
  ])
  const some = await parse(content, { corrected: [{ row: 2, cells: ['ALICE'] }], rows: [2] })
  expect(some.entries).toMatchObject([{ row: 2, problem: 'It is in row 1 already.' }])
})

test('rule: what a service has listed is read again as it was, and corrected rows with their cells', async () => {
  const { entries: listed } = await parse(
    JSON.stringify([{ name: 'alice', address: alice }, { address: alice }]),
  )
  const file = toListingFile('names.example', listed)
  expect((await parse(file, { format: 'listing' })).entries).toEqual(listed)
  const [row] = await readRows(file, [2], 'listing')
  expect(row).toMatchObject({ cells: ['', 'claimed', ''], json: { reader: 'byname' } })
  const corrected = [{ row: 2, cells: ['bob', 'claimed', alice] }]
  const { entries } = await parse(file, { format: 'listing', corrected })
  expect(entries).toMatchObject([listed[0], { row: 2, label: 'bob', name: { holder: alice }, problem: null }])
})
