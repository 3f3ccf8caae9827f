import { expect, test } from 'vitest'
import { parseCsv } from './parse-csv.ts'

const address = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'

function parse(content: BlobPart | readonly BlobPart[], onProgress: (rows: number) => void = () => {}) {
  const parts = Array.isArray(content) ? [...content] : [content as BlobPart]
  return parseCsv(new Blob(parts), 'demo.eth', onProgress)
}

test('rows become items, and those that cannot have their number, with the header as the first', async () => {
  const { items, problems } = await parse(`name,address\nalice,${address}\n\nbob,0x12\ncarol,${address}\n`)
  expect(items.map(({ label }) => label)).toEqual(['alice', 'carol'])
  expect(problems).toEqual([
    { row: 4, label: 'bob', message: 'It has no Ethereum address: 0x and 40 hex digits.' },
  ])
})

test('a quoted cell may hold separators, marks and lines', async () => {
  const { items } = await parse(`name,address,text:bio\nalice,${address},"a, ""b""\nc"\n`)
  expect(items).toEqual([expect.objectContaining({ text: [{ key: 'bio', value: 'a, "b"\nc' }] })])
})

test.each([
  ['without an end', `name,address\nalice,${address}\n"bob,${address}\ncarol,${address}\n`],
  ['with text behind its end', `name,address\n"bob"x,${address}\ncarol,${address}\n`],
])('a quotation mark %s is an error, and swallows no rows', async (_, content) => {
  await expect(parse(content)).rejects.toThrow('quotation marks do not match')
})

test.each([
  ['UTF-8', new TextEncoder().encode('\ufeff')],
  ['UTF-16, little-endian', undefined],
])('%s with a byte order mark is read', async (encoding, mark) => {
  const text = `name,address,text:bio\nzoë,${address},日本\n`
  const utf16 = () => Uint16Array.from([...`\ufeff${text}`].map((char) => char.charCodeAt(0)))
  const { items } = await parse(mark ? [mark, text] : utf16())
  expect(items, encoding).toEqual([
    expect.objectContaining({ label: 'zoë', text: [{ key: 'bio', value: '日本' }] }),
  ])
})

test('a character at any place of a large file is read whole', async () => {
  const row = `,${address},${'日'.repeat(300)}\n`
  const rows = Array.from({ length: 12_000 }, (_, index) => `n${index}${row}`)
  const { items } = await parse(['name,address,text:bio\n', ...rows])
  expect(items).toHaveLength(12_000)
  expect(items.every((item) => JSON.stringify(item).includes(`"${'日'.repeat(300)}"`))).toBe(true)
})

test.each([
  ['Latin-1', Uint8Array.from([...'name\nzo\xeb\n'].map((char) => char.charCodeAt(0)))],
  ['binary', Uint8Array.from([0x6e, 0x61, 0x6d, 0x65, 0x0a, 0, 0])],
])('a file in %s is refused', async (_, content) => {
  await expect(parse(content)).rejects.toThrow('not text in UTF-8')
})

test('100,000 columns and a cell of 10 MB are refused', async () => {
  await expect(parse(`name${',x'.repeat(100_000)}\n`)).rejects.toThrow('more than 1,000 columns')
  await expect(parse(`name,address\n${'x'.repeat(10_000_000)},${address}\n`)).rejects.toThrow(
    'Row 2, column 1 (name): the row is too long',
  )
})

test('progress is reported, and more than a million rows are refused', async () => {
  const reported: number[] = []
  const row = `a,${address}\n`
  await parse(['name,address\n', row.repeat(50_000)], (rows) => reported.push(rows))
  expect(reported).toEqual([20_000, 40_000])
  await expect(parse(['name\n', 'a\n'.repeat(1_000_000)])).rejects.toThrow('more than 1,000,000 rows')
})
