import fc from 'fast-check'
import Papa from 'papaparse'
import { describe, expect, test } from 'vitest'
import { readNamesOfTable } from './csv.ts'
import { toEntry } from './import-form.ts'
import type { Listed } from './listed-name.ts'
import { encodingOf, recordsOf, TableError, TableReader } from './table.ts'

const place = /^Row [\d,]+, column \d+(?: \(.*\))?: /s

async function namesOf(text: string): Promise<readonly Listed[]> {
  const parts = async function* () {
    yield text
  }
  const found: Listed[] = []
  for await (const name of readNamesOfTable(parts(), { domain: 'demo.eth', onTitles: () => undefined }))
    found.push(name)
  return found
}

/** `undefined` for a table that is refused, whose error has row and column. */
function tryRecords(text: string) {
  try {
    return recordsOf(text)
  } catch (error) {
    expect(error).toBeInstanceOf(TableError)
    expect(`${error instanceof Error && error.message}`).toMatch(place)
    return undefined
  }
}

/** Cells with everything that has a meaning in tables. */
const cell = fc
  .array(fc.constantFrom('a', 'é', '0x12', ' ', ',', ';', '\t', '|', '"', '\n', '\r\n', '='))
  .map((parts) => parts.join(''))

/** As a writer other than this reader has it, with titles that tell the delimiter. */
const written = fc
  .record({
    rows: fc.array(fc.array(cell, { minLength: 3, maxLength: 3 }), { minLength: 1, maxLength: 8 }),
    delimiter: fc.constantFrom(',', ';', '\t', '|'),
    newline: fc.constantFrom('\n', '\r\n', '\r'),
    hasEnd: fc.boolean(),
  })
  .map(({ rows, delimiter, newline, hasEnd }) => {
    const all = [['name', 'address', 'text:url'], ...rows]
    const text = Papa.unparse(all, { delimiter, newline }) + (hasEnd ? newline : '')
    const records = all
      .map((cells, index) => ({ row: index + 1, cells }))
      .filter(({ cells }) => cells.some((content) => content.trim() !== ''))
    return { text, records }
  })

const charsOf = (records: readonly { readonly cells: readonly string[] }[]) =>
  records
    .flatMap(({ cells }) => cells)
    .join('')
    .replaceAll(/\s/g, '').length

describe('a table', () => {
  test('property: what a writer has written is read, however it is cut into parts', () => {
    fc.assert(
      fc.property(written, fc.array(fc.nat(40)), ({ text, records }, sizes) => {
        const reader = new TableReader()
        const found = []
        let from = 0
        for (const size of sizes) {
          found.push(...reader.write(text.slice(from, from + size)))
          from += size
        }
        found.push(...reader.write(text.slice(from)), ...reader.end())
        expect(found).toEqual(records)
      }),
      { numRuns: 500 },
    )
  })

  test('property: a quotation mark more or less is refused with its row, and no row is lost', () => {
    fc.assert(
      fc.property(written, fc.nat(), fc.boolean(), ({ text }, at, isDeletion) => {
        const marks = [...text.matchAll(/"/g)].map(({ index }) => index)
        const mark = marks[at % marks.length]
        const place = at % (text.length + 1)
        const changed =
          isDeletion && mark !== undefined
            ? text.slice(0, mark) + text.slice(mark + 1)
            : `${text.slice(0, place)}"${text.slice(place)}`
        expect(tryRecords(changed)).toBeUndefined()
      }),
      { numRuns: 1000 },
    )
  })

  test('property: of a table that is cut off, all that is there is read, or it is refused with its row', () => {
    fc.assert(
      fc.property(written, fc.nat(), ({ text, records }, at) => {
        const end = Math.max(text.search(/[\r\n]/), at % text.length)
        const found = tryRecords(text.slice(0, end))
        if (!found) return
        const last = found.at(-1)
        const whole = records.slice(0, found.length)
        expect(found.slice(0, -1)).toEqual(whole.slice(0, -1))
        expect(
          whole
            .at(-1)
            ?.cells.join('\0')
            .startsWith(last?.cells.join('\0') ?? ''),
        ).toBe(true)
      }),
      { numRuns: 1000 },
    )
  })

  test('property: without any one character each of the others is read, or the table is refused', () => {
    fc.assert(
      fc.property(written, fc.nat(), ({ text, records }, at) => {
        // Without the end of the titles the first row is part of them, and may tell another delimiter.
        const start = text.search(/[\r\n]/) + 1
        const index = start + (at % Math.max(text.length - start, 1))
        const found = tryRecords(text.slice(0, index) + text.slice(index + 1))
        if (found) expect(charsOf(records) - charsOf(found)).toBeLessThanOrEqual(1)
      }),
      { numRuns: 1000 },
    )
  })

  test('property: each row is a name or a refusal with its number', async () => {
    await fc.assert(
      fc.asyncProperty(written, async ({ text, records }) => {
        const rows = (await namesOf(text)).map(toEntry)
        expect(rows.map(({ row }) => row)).toEqual(records.slice(1).map(({ row }) => row))
        expect(rows.every(({ name, problem }) => (name === null) !== (problem === null))).toBe(true)
      }),
    )
  })

  test.each([
    [
      'name,address,text:description\nca,0x1,"oops\ncb,0x2,x\n',
      'Row 2, column 3 (text:description): quotation marks',
    ],
    [`name,text:a\n${'a,b\n'.repeat(2_000)}c,d "e\nf,g\n`, 'Row 2,002, column 2 (text:a): quotation marks'],
    ['name,text:a\na,"b"c\n', 'Row 2, column 2 (text:a): quotation marks'],
    ['name,text:a\na, "b"\n', 'Row 2, column 2 (text:a): quotation marks'],
    ['"name,text:a\na,b\n', 'Row 1, column 1: quotation marks'],
    ['name,text:a\na,"b\n', 'or the file is cut off here'],
    ['name\na\0b\n', 'Row 2, column 1 (name): a character U+0000 is no text'],
  ])('errors: %j', (text, message) => {
    expect(() => recordsOf(text)).toThrow(message)
  })

  test.each([
    [
      'sep=;\r\nname;text:a,b\r\nx;y\r\n',
      [
        ['name', 'text:a,b'],
        ['x', 'y'],
      ],
    ],
    [
      '"sep=|"\nname|a\nx|y',
      [
        ['name', 'a'],
        ['x', 'y'],
      ],
    ],
    [
      '\ufeffsep=\t\nname\ta\nx\ty\n',
      [
        ['name', 'a'],
        ['x', 'y'],
      ],
    ],
    [
      'name\ta,b\tc\nx\ty\tz\n',
      [
        ['name', 'a,b', 'c'],
        ['x', 'y', 'z'],
      ],
    ],
    [
      '\n\nname;"a,b,c"\n\nx;y\n',
      [
        ['name', 'a,b,c'],
        ['x', 'y'],
      ],
    ],
    ['name', [['name']]],
    ['', []],
  ])('the delimiter of %j is found', (text, cells) => {
    expect(recordsOf(text).map((record) => record.cells)).toEqual(cells)
    const reader = new TableReader()
    const found = [...text].flatMap((character) => reader.write(character))
    expect([...found, ...reader.end()].map((record) => record.cells)).toEqual(cells)
  })

  test('rows have the numbers of a spreadsheet: titles and empty rows count', () => {
    expect(recordsOf('name\n\na\n , \nb\n').map(({ row }) => row)).toEqual([1, 3, 5])
  })

  test('rows with too few or too many cells are refused, and empty cells at their end do not count', async () => {
    const rows = await namesOf('name,address,text:a\na,0x1\nb,0x1,c,d\nc,0x1,d,,\n')
    expect(rows).toMatchObject([
      {
        row: 2,
        label: 'a',
        problem: expect.stringContaining('It has 2 cells, and the first line has 3 columns'),
      },
      { row: 3, label: 'b', problem: 'It has more cells than the first line has columns.' },
      { row: 4, name: { label: 'c' } },
    ])
    expect(await namesOf('name,text:a,url\na\n')).toMatchObject([
      { problem: expect.stringContaining('It has 1 cell, and the first line has 3 columns') },
    ])
    for (const empty of ['', '\n \n', ',,\n'])
      await expect(namesOf(empty)).rejects.toThrow('The file is empty.')
  })
})

test.each([
  ['utf-8', Buffer.from('name,address\n')],
  ['utf-8', Buffer.from('日本語,名前\n')],
  ['utf-8', Buffer.from('n')],
  ['utf-16le', Buffer.from('name,address\n', 'utf16le')],
  ['utf-16le', Buffer.from('\ufeff日本', 'utf16le')],
  ['utf-16be', Buffer.from('name,address\n', 'utf16le').swap16()],
  ['utf-16be', Buffer.from('\ufeff日本', 'utf16le').swap16()],
])('a file is in %s', (encoding, bytes) => {
  expect(encodingOf(bytes)).toBe(encoding)
})

describe('the bound of a row, 1 MiB of characters with its end', () => {
  const max = 1_048_576
  const chars = (count: number) => 'x'.repeat(count)

  test.each([
    ['a plain cell', (count: number) => `name,a\nx,${chars(count - 3)}\n`],
    ['a quoted cell', (count: number) => `name,a\nx,"${chars(count - 5)}"\n`],
    ['many cells', (count: number) => `name,a\nx${','.repeat(count - 2)}\n`],
    ['a row without an end', (count: number) => `name,a\nx,${chars(count - 2)}`],
    ['a row that ends with CRLF', (count: number) => `name,a\r\nx,${chars(count - 3)}\r\n`],
    ['a row after others', (count: number) => `name,a\n${'x,y\n'.repeat(9)}x,${chars(count - 3)}\n`],
  ])('%s', (_title, table) => {
    expect(recordsOf(table(max)).at(-1)?.cells[0]).toBe('x')
    expect(() => recordsOf(table(max + 1))).toThrow(/^Row \d+, column [\d,]+.*: the row is too long/)
  })

  test('titles', () => {
    expect(recordsOf(`name,${chars(max - 6)}\nx`)).toHaveLength(2)
    expect(() => recordsOf(`name,${chars(max - 5)}\nx`)).toThrow('Row 1, column 2: the row is too long')
  })

  test('titles without an end, in parts, are kept up to it', () => {
    const reader = new TableReader()
    for (let part = 0; part < 16; part++) expect(reader.write(chars(max / 16))).toEqual([])
    expect(() => reader.write('x')).toThrow('the row is too long')
  })
})
