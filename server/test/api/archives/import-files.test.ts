import { readFile, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import fc from 'fast-check'
import Papa from 'papaparse'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Listed } from '../../../src/listings/listed-name.ts'
import { temporaryFolder } from '../../support/folders.ts'
import { dataOf } from '../../support/http/api-client.ts'
import { runCommand } from '../../support/service/command.ts'
import { type ImportTarget, readFileNames, startImportTarget } from './import-command.ts'

const alice = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
const header = '{"type":"domain","format":"byname-domain","version":1}\n'

let target: ImportTarget

beforeAll(async () => {
  target = await startImportTarget()
})
afterAll(() => target.service.stop())

async function fileOf(name: string, content: string | Uint8Array): Promise<string> {
  const path = join(target.folder, name)
  await writeFile(path, content)
  return path
}

function problemOf(listed: Listed): string | undefined {
  return 'problem' in listed ? listed.problem : undefined
}

describe('byname import', () => {
  test.each([
    ['a list of NameStone', 'get-names.json', JSON.stringify([{ name: 'stone', address: alice }])],
    [
      'pages of Namespace',
      'space.json',
      JSON.stringify([{ items: [{ label: 'space', addresses: { 60: alice } }] }]),
    ],
    [
      'a response of JustaName',
      'just.json',
      JSON.stringify({
        result: { data: { data: [{ ens: 'just.demo.eth', isClaimed: true, records: {} }] } },
      }),
    ],
    ['CSV with a byte order mark', 'list.csv', `\ufeffname;address\r\ncsv;${alice}\r\n`],
    ['a table with tabs', 'list.tsv', `name\taddress\ntabs\teth:${alice}\n`],
    ['a table of Excel', 'excel.csv', `sep=;\r\nname;address\r\nexcel;eip155:1:${alice}\r\n`],
    ['UTF-16', 'utf16.csv', Buffer.from(`\ufeffname,address\nmarked,${alice}\n`, 'utf16le')],
    ['UTF-16 without its mark', 'unmarked.csv', Buffer.from(`name,address\nplain,${alice}\n`, 'utf16le')],
    [
      'UTF-16 in the other order',
      'other.csv',
      Buffer.from(`name,address\nswapped,${alice}\n`, 'utf16le').swap16(),
    ],
    [
      'a content hash in binary form',
      'binary.csv',
      `name,address,contenthash\nbinary,${alice},0xe3010170122029f2d17be6139079dc48696d1f582a8530eb9805b561eda517e22a892c7e3f1f\n`,
    ],
  ])('%s', async (_title, name, content) => {
    const { output, code } = await target.runImport(await fileOf(name, content))
    expect([code, JSON.parse(output)]).toEqual([
      0,
      expect.objectContaining({ names: 1, added: 1, refused: 0 }),
    ])
  })

  test('rows that cannot be names are in the report with their reason, and the others are imported', async () => {
    const lines = [
      'name,address,text:description',
      `good,${alice},"=HYPERLINK(""x"")"`,
      `good,${alice},twice`,
      `a b,${alice},`,
      'zero,0x12,',
      `last,${alice},`,
      `LAST.demo.eth,${alice},`,
      `straße,${alice},`,
      `ⓢtraße,${alice},`,
    ]
    const { output, errors, rows } = await target.runImport(
      await fileOf('mixed.csv', `${lines.join('\n')}\n`),
    )
    expect(JSON.parse(output)).toMatchObject({ names: 8, added: 3, refused: 5 })
    expect(errors).toContain('5 names were refused')
    expect(rows.map((row) => JSON.parse(row)).filter(({ outcome }) => outcome === 'refused')).toMatchObject([
      { row: 3, label: 'good', reason: 'It is in row 2 already.' },
      { row: 4, label: 'a b' },
      { row: 5, label: 'zero' },
      { row: 7, label: 'LAST', reason: 'It is in row 6 already.' },
      { row: 9, label: 'ⓢtraße', reason: 'It is in row 8 already.' },
    ])
  })

  test.each([
    ['a file that is absent', 'absent.csv', undefined, /There is no file/],
    ['an unknown kind of file', 'names.xlsx', 'PK', /ends neither in/],
    [
      'a workbook by another name',
      'book.csv',
      'PK\u0003\u0004',
      /is a zip archive or a workbook: save it as CSV/,
    ],
    ['a compressed file', 'bomb.csv', gzipSync(Buffer.alloc(10_000_000, 'a')), /is compressed by gzip/],
    ['an empty table', 'empty.csv', '', /is empty/],
    ['no column of names', 'titles.csv', 'a,b\n1,2\n', /no column of names/],
    [
      'a quote that is not closed',
      'quote.csv',
      `name\n"${'a\n'.repeat(600_000)}`,
      /Row 2, column 1 \(name\): the row is too long/,
    ],
    [
      'a row without an end',
      'row.csv',
      `name\n${'x'.repeat(2_200_000)}`,
      /Row 2, column 1 \(name\): the row is too long/,
    ],
    ['a million columns', 'wide.csv', `name${',x'.repeat(400_000)}\n`, /more than 1000 columns/],
    [
      'a quote in a row far below',
      'stray.csv',
      `name,text:a\n${'a,b\n'.repeat(5_000)}c,"d\ne,f\n`,
      /stray.csv: Row 5,002, column 2 \(text:a\): quotation marks do not match/,
    ],
    ['a chain id in a title', 'chain.csv', 'name,address:8453\n', /did you mean 2147492101 \(Base\)\?/],
    ['Latin-1', 'latin.csv', Buffer.from('name,text:name\nzoe,Zoé\n', 'latin1'), /is not in UTF-8/],
    ['UTF-8 that is cut', 'cut.csv', Buffer.from('name\nzo€').subarray(0, -1), /is not in UTF-8/],
    ['JSON in Latin-1', 'latin.json', Buffer.from('[{"name":"zoé"}]', 'latin1'), /is not in UTF-8/],
    [
      'JSON with a key twice',
      'twice.json',
      `[{"name":"a"},\n {"name":"b","text_records":{"url":"x","u\\u0072l":"y"}}]`,
      /twice\.json: Line 2, column 40: the key "url" is there twice in one object/,
    ],
    ['JSON that is cut', 'cut.json', '[{"name":"al', /is no list of names/],
    ['deep JSON', 'deep.json', '['.repeat(100_000) + ']'.repeat(100_000), /is no list of names/],
    ['another object', 'other.json', '{"a":1}', /is no list of names/],
    ['an empty folder', '.', undefined, /neither names.jsonl of an export nor domain.csv/],
    ['an export without its end', 'cut.jsonl', header, /is incomplete/],
    ['an export in Latin-1', 'latin.jsonl', Buffer.from(`${header}"é"`, 'latin1'), /is not in UTF-8/],
    ['a changed export', 'changed.jsonl', `${header}{"type":"end","names":0,"sha256":"00"}\n`, /was changed/],
    ['an export with another number', 'short.jsonl', `${header}{"type":"end","names":2}\n`, /says 2/],
    ['a line without an end', 'long.jsonl', header + 'x'.repeat(2_200_000), /Line 2 of .* is too long/],
  ])('errors: %s', async (_title, name, content, message) => {
    const path = join(await temporaryFolder(), name)
    if (content !== undefined) await writeFile(path, content)
    expect(await readFileNames(path)).toEqual([[], expect.stringMatching(message)])
  })

  test('errors: a file that is refused ends the command with its reason, and nothing is imported', async () => {
    const path = await fileOf('late.csv', Buffer.from(`name\n${'a\nb\n'.repeat(200_000)}zoé\n`, 'latin1'))
    const before = await countNames()
    const { errors, code, rows } = await target.runImport(path)
    expect(errors).toMatch(/is not in UTF-8/)
    expect([code, rows, await countNames()]).toEqual([1, [], before])
  })

  test('property: a dry run predicts for each row what the import does, and each row has a result', async () => {
    const label = fc.constantFrom(
      'alice',
      'Alice',
      'a b',
      'x.y',
      '',
      'bob',
      'straße',
      'c'.repeat(64),
      'taken',
      '-',
      'é',
    )
    const holder = fc.constantFrom(
      alice,
      alice.toLowerCase(),
      '0x12',
      '',
      `eth:${alice}`,
      `base:${alice}`,
      'alice.eth',
    )
    const created = fc.constantFrom('', '2024-01-01', '9999-01-01T00:00:00Z', '0001-01-01', 'yesterday')
    const row = fc.tuple(label, holder, created, fc.constantFrom('', 'x', 'x,y', '"'))
    const titles = ['name', 'address', 'created_at', 'text:note']
    const normalized = (line: string) => JSON.parse(line)
    let run = 0
    await fc.assert(
      fc.asyncProperty(fc.array(row, { minLength: 1, maxLength: 25 }), async (cells) => {
        run += 1
        // Other names each time, but for those that are taken.
        const own = cells.map(([name, ...others]) => [
          name && `${name}${name.includes('c') ? '' : run}`,
          ...others,
        ])
        const path = await fileOf('random.csv', Papa.unparse([titles, ...own]))
        const dry = await target.runImport(path, '--dry-run')
        const real = await target.runImport(path)
        expect(dry.rows.map(normalized)).toEqual(real.rows.map(normalized))
        const totals = JSON.parse(real.output)
        const read = own.filter((cellsOfRow) => cellsOfRow.some((cell) => cell !== '')).length
        const { added, changed, unchanged, kept, refused } = totals
        expect([totals.names, added + changed + unchanged + kept + refused]).toEqual([read, read])
        for (const line of real.rows.map(normalized)) {
          expect(line.row).toBeGreaterThan(1)
          if (line.outcome === 'refused') expect(line.reason).toMatch(/[.?]$/)
        }
      }),
      { numRuns: 2, endOnFailure: true },
    )
  })

  test('rule: times that cannot be are noted, and the name is taken over without them', async () => {
    const lines = [
      'name,address,created_at,claimed_at',
      `late,${alice},9999-01-01T00:00:00Z,`,
      `early,${alice},0001-01-01T00:00:00Z,`,
      `crossed,${alice},2024-02-01,2024-01-01`,
    ]
    const { rows } = await target.runImport(await fileOf('times.csv', lines.join('\n')))
    expect(rows.map((line) => JSON.parse(line))).toMatchObject([
      { row: 2, outcome: 'added', notes: [expect.stringContaining('is in the future')] },
      { row: 3, outcome: 'added', notes: [expect.stringContaining('is before ENS was launched')] },
      { row: 4, outcome: 'added', notes: [expect.stringContaining('is before it was created')] },
    ])
  })

  test('rule: cells, lines and entries that only look like names are refused one by one', async () => {
    const deep = '['.repeat(50_000) + ']'.repeat(50_000)
    const lines = [
      '{"type":"name","label":',
      deep,
      '[]',
      'null',
      `{"type":"name","label":${deep}}`,
      '"\u2028"',
      '{"type":"name","label":"a","label":"b","state":"claimed"}',
    ]
    const [archived] = await readFileNames(await fileOf('lines.jsonl', `${header}${lines.join('\n')}\n`))
    expect(archived.map(problemOf)).toEqual(
      lines.map((line) =>
        expect.stringMatching(
          line.includes('"b"')
            ? /^In its line: Line 1, column 28: the key "label" is there twice/
            : /^It cannot be read: /,
        ),
      ),
    )
    const [entries] = await readFileNames(
      await fileOf(
        'entries.json',
        `[{"name":"a"},null,${deep},{"name":${deep}},{"name":"b","text_records":${deep}}]`,
      ),
    )
    expect(entries.map(problemOf)).toEqual([
      undefined,
      ...Array.from({ length: 3 }, () => 'It has no name.'),
      undefined,
    ])
    const table = [
      'name,texts',
      'g,"{""k"":""1"",""k"":""2""}"',
      `a,"{""x"":${deep}}"`,
      `b,"${deep}"`,
      'c,"{"',
      '"d\u2028e",{}',
      '"=f",""',
    ]
    const [rows] = await readFileNames(await fileOf('cells.csv', table.join('\n')))
    expect(rows.map(problemOf)).toEqual([
      'Its texts cannot be read. Line 1, column 10: the key "k" is there twice in one object.',
      undefined,
      'Its texts are not a JSON object of texts.',
      'Its texts are not a JSON object of texts.',
      undefined,
      undefined,
    ])
  })

  test('a service that lists 1,250 names in pages, and fails once', async () => {
    const names = Array.from({ length: 1_250 }, (_, index) => ({ name: `page-${index}`, address: alice }))
    let requests = 0
    const server = createServer((request, response) => {
      requests += 1
      const { searchParams } = new URL(request.url ?? '', 'http://service')
      const offset = Number(searchParams.get('offset'))
      if (requests === 2) return void response.writeHead(503).end()
      response.setHeader('content-type', 'application/json')
      const isAllowed = request.headers.authorization === 'secret'
      response.end(JSON.stringify(isAllowed ? names.slice(offset, offset + 1_000) : []))
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    // Safe because the server listens on a port.
    const { port } = server.address() as AddressInfo
    const args = ['import', `http://127.0.0.1:${port}`, '--from', 'namestone', '--key-from', 'OLD_KEY']
    const environment = { ...target.environment, OLD_KEY: 'secret' }
    const { output, errors } = await runCommand([...args, '--domain', 'demo.eth', '--json'], environment)
    await new Promise((resolve) => server.close(resolve))
    expect([errors, JSON.parse(output)]).toEqual([
      '',
      expect.objectContaining({ names: 1_250, added: 1_250 }),
    ])
  })
})

describe('byname export', () => {
  test('rule: a file, or a folder with files, is never replaced', async () => {
    const file = await fileOf('kept.txt', 'kept')
    for (const [out, message] of [
      [file, /is a file/],
      [target.folder, /has files/],
    ] as const) {
      const args = ['export', 'demo.eth', '--out', out]
      const { errors, code } = await runCommand(args, target.environment)
      expect(errors).toMatch(message)
      expect([code, await readFile(file, 'utf8')]).toEqual([1, 'kept'])
    }
  })
})

async function countNames(): Promise<unknown> {
  return dataOf(await target.service.call('GET', '/ens/v1/subname/count?ensDomain=demo.eth&chainId=1'))
}
