import { readFile, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
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
      { row: 2, label: 'good', reason: 'It is in row 1 already.' },
      { row: 3, label: 'a b' },
      { row: 4, label: 'zero' },
      { row: 6, label: 'LAST', reason: 'It is in row 5 already.' },
      { row: 8, label: 'ⓢtraße', reason: 'It is in row 7 already.' },
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
    ['a quote that is not closed', 'quote.csv', `name\n"${'a\n'.repeat(600_000)}`, /Row 2 of .* is too long/],
    ['a row without an end', 'row.csv', `name\n${'x'.repeat(2_200_000)}`, /Row 2 of .* is too long/],
    ['a million columns', 'wide.csv', `name${',x'.repeat(400_000)}\n`, /more than 1000 columns/],
    ['UTF-16', 'utf16.csv', Buffer.from('\ufeffname,address\n', 'utf16le'), /is in UTF-16: save it in UTF-8/],
    ['UTF-16 without its mark', 'unmarked.csv', Buffer.from('name\n', 'utf16le'), /no column of names/],
    ['Latin-1', 'latin.csv', Buffer.from('name,text:name\nzoe,Zoé\n', 'latin1'), /is not in UTF-8/],
    ['UTF-8 that is cut', 'cut.csv', Buffer.from('name\nzo€').subarray(0, -1), /is not in UTF-8/],
    ['JSON in Latin-1', 'latin.json', Buffer.from('[{"name":"zoé"}]', 'latin1'), /is not in UTF-8/],
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

  test('rule: cells, lines and entries that only look like names are refused one by one', async () => {
    const deep = '['.repeat(50_000) + ']'.repeat(50_000)
    const lines = [
      '{"type":"name","label":',
      deep,
      '[]',
      'null',
      `{"type":"name","label":${deep}}`,
      '"\u2028"',
    ]
    const [archived] = await readFileNames(await fileOf('lines.jsonl', `${header}${lines.join('\n')}\n`))
    expect(archived.map(problemOf)).toEqual(
      lines.map(() => expect.stringMatching(/^It is no line of an export: /)),
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
    const table = ['name,texts', `a,"{""x"":${deep}}"`, `b,"${deep}"`, 'c,"{"', '"d\u2028e",{}', '"=f",""']
    const [rows] = await readFileNames(await fileOf('cells.csv', table.join('\n')))
    expect(rows.map(problemOf)).toEqual([
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
