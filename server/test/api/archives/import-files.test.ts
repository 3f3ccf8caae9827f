import { readFile, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createMigratedSqlite } from '../../support/databases/migrated-sqlite.ts'
import { createFolder } from '../../support/folders.ts'
import { dataOf } from '../../support/http/api-client.ts'
import { runCommand } from '../../support/service/command.ts'
import { startTestService, type TestService, testEnvironment } from '../../support/service/service.ts'

const alice = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
const header = '{"type":"domain","format":"byname-domain","version":1}\n'

let service: TestService
let folder: string
let databaseUrl: string

beforeAll(async () => {
  folder = await createFolder('import')
  await createMigratedSqlite(join(folder, 'import.db'))
  databaseUrl = `sqlite:${join(folder, 'import.db')}`
  service = await startTestService(databaseUrl)
})
afterAll(() => service.stop())

async function runImport(source: string, ...options: readonly string[]) {
  const report = join(folder, 'report.jsonl')
  const args = ['import', source, '--domain', 'demo.eth', '--report', report, '--json', ...options]
  const outcome = await runCommand(args, testEnvironment(folder, databaseUrl))
  return { ...outcome, rows: (await readFile(report, 'utf8')).trimEnd().split('\n') }
}

async function fileOf(name: string, content: string | Uint8Array): Promise<string> {
  const path = join(folder, name)
  await writeFile(path, content)
  return path
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
    const { output, code } = await runImport(await fileOf(name, content))
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
    ]
    const { output, errors, rows } = await runImport(await fileOf('mixed.csv', `${lines.join('\n')}\n`))
    expect(JSON.parse(output)).toMatchObject({ names: 5, added: 2, refused: 3 })
    expect(errors).toContain('3 names were refused')
    expect(rows.map((row) => JSON.parse(row)).filter(({ outcome }) => outcome === 'refused')).toMatchObject([
      { row: 2, label: 'good', reason: 'It is in row 1 already.' },
      { row: 3, label: 'a b' },
      { row: 4, label: 'zero' },
    ])
  })

  test.each([
    ['a file that is absent', 'absent.csv', undefined, /There is no file/],
    ['an unknown kind of file', 'names.xlsx', 'PK', /ends neither in/],
    ['an empty table', 'empty.csv', '', /is empty/],
    ['no column of names', 'titles.csv', 'a,b\n1,2\n', /no column of names/],
    ['JSON that is cut', 'cut.json', '[{"name":"al', /is no list of names/],
    ['deep JSON', 'deep.json', '['.repeat(100_000) + ']'.repeat(100_000), /is no list of names/],
    ['another object', 'other.json', '{"a":1}', /is no list of names/],
    ['UTF-16', 'wide.csv', Buffer.from('\ufeffname,address\n', 'utf16le'), /no column of names/],
    ['an export without its end', 'cut.jsonl', header, /is incomplete/],
    ['a changed export', 'changed.jsonl', `${header}{"type":"end","names":0,"sha256":"00"}\n`, /was changed/],
    ['an export with another number', 'short.jsonl', `${header}{"type":"end","names":2}\n`, /says 2/],
    ['a line without an end', 'long.jsonl', header + 'x'.repeat(1_100_000), /is too long/],
  ])('errors: %s', async (_title, name, content, message) => {
    const path = content === undefined ? join(folder, name) : await fileOf(name, content)
    const before = await countNames()
    const { errors, code } = await runCommand(
      ['import', path, '--domain', 'demo.eth'],
      testEnvironment(folder, databaseUrl),
    )
    expect(errors).toMatch(message)
    expect([code, await countNames()]).toEqual([1, before])
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
    const environment = { ...testEnvironment(folder, databaseUrl), OLD_KEY: 'secret' }
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
      [folder, /has files/],
    ] as const) {
      const args = ['export', 'demo.eth', '--out', out]
      const { errors, code } = await runCommand(args, testEnvironment(folder, databaseUrl))
      expect(errors).toMatch(message)
      expect([code, await readFile(file, 'utf8')]).toEqual([1, 'kept'])
    }
  })
})

async function countNames(): Promise<unknown> {
  return dataOf(await service.call('GET', '/ens/v1/subname/count?ensDomain=demo.eth&chainId=1'))
}
