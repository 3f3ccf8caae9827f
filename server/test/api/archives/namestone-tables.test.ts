import { chmod, mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import fc from 'fast-check'
import Papa from 'papaparse'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { readCopyRow, readCopyStart } from '../../../src/listings/copy-text.ts'
import { codePoint } from '../../support/arbitrary-text.ts'
import { requestSharedPostgres } from '../../support/databases/shared-postgres.ts'
import { temporaryFolder } from '../../support/folders.ts'
import { dataOf } from '../../support/http/api-client.ts'
import { type ImportTarget, readFileNames, startImportTarget } from './import-command.ts'

/** Made by pg_dump 15 of a database with NameStone's tables. */
const dump = await readFile(new URL('./namestone-dump.sql', import.meta.url), 'utf8')

const alice = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
const description = `a\tb\nc\r\nd\\e \\N \\. "f" 'g' \b\fv`

interface Block {
  readonly table: string
  readonly columns: readonly string[]
  /** As they are in the dump. */
  readonly lines: readonly string[]
}

/** The tables of the dump. */
function blocksOf(text: string): readonly Block[] {
  return text.split(/^(?=COPY )/m).flatMap((part) => {
    const [first = '', ...lines] = part.split('\n')
    const start = readCopyStart(first)
    return start ? [{ ...start, lines: lines.slice(0, lines.indexOf('\\.')) }] : []
  })
}

let target: ImportTarget

beforeAll(async () => {
  target = await startImportTarget()
})
afterAll(() => target.service.stop())

describe("a dump of NameStone's tables", () => {
  test('rule: the names of the domain and network come with their records and times, those of others do not', async () => {
    const path = join(target.folder, 'dump.sql')
    await writeFile(path, dump)
    const { output, rows } = await target.runImport(path)
    expect(JSON.parse(output)).toMatchObject({ names: 4, added: 3, refused: 1 })
    expect(rows.map((row) => JSON.parse(row))).toMatchObject([
      { label: 'alice', outcome: 'added', notes: [] },
      {
        label: 'bob',
        notes: [
          'Its record url is there twice; the last one was read.',
          'It has no Ethereum address, so it has no holder.',
        ],
      },
      { label: 'deep.name', outcome: 'refused' },
      { label: 'both', notes: [expect.stringContaining('two Ethereum addresses')] },
    ])
    expect(await find('alice')).toMatchObject({
      claimedAt: '2024-05-01T10:00:00.123Z',
      records: {
        coins: [
          { id: 60, value: alice },
          { id: 0, value: '1BvBMSEYstWetqTFn5Au4m4GFg7xJaNVN2' },
          { id: 2147483658, value: alice },
        ],
        texts: [
          { key: 'description', value: description },
          { key: 'line', value: 'one\u2028two\u2029three' },
          { key: 'emoji', value: '👩‍🚀 é' },
        ],
        contentHash: { protocolType: 'ipfs' },
      },
    })
    expect(await find('bob')).toMatchObject({ records: { texts: [{ value: 'https://new.example' }] } })
    expect(await find('both')).toMatchObject({ records: { coins: [{ id: 60, value: alice }] } })
  })

  test.each([
    ['CSV', 'csv', (rows: readonly object[]) => `${Papa.unparse(rows as object[])}\r\n`],
    ['JSON', 'json', (rows: readonly object[]) => JSON.stringify(rows)],
  ])('rule: a folder of its tables as %s has equal names', async (_title, ending, write) => {
    const tables = join(target.folder, ending)
    await mkdir(tables)
    for (const { table, columns, lines } of blocksOf(dump)) {
      const rows = lines
        .map(readCopyRow)
        .map((cells) => Object.fromEntries(columns.map((column, index) => [column, cells[index]])))
      const text = rows.length > 0 ? write(rows) : ending === 'json' ? '[]' : `${columns.join(',')}\r\n`
      await writeFile(join(tables, `${table}.${ending}`), text)
    }
    const { output, errors } = await target.runImport(tables)
    expect(errors).toContain('1 names were refused')
    expect(JSON.parse(output)).toMatchObject({ names: 4, added: 0, unchanged: 3, refused: 1 })
  })

  test.each([
    ['values that are too few', cut('\tdemo.eth\t', '\t'), /has 8 values, and domain has 9 columns/],
    [
      'an end that is missing',
      dump.slice(0, dump.indexOf('5\t2024')),
      /is incomplete: the rows of subdomain/,
    ],
    ['no data', dump.replaceAll(/^COPY /gm, '-- '), /has no rows of domain, subdomain/],
    ['INSERT statements', 'INSERT INTO public.subdomain VALUES (1);\n', /without --inserts/],
    ['another encoding', cut("'UTF8'", "'LATIN1'"), /is in LATIN1: make it by pg_dump --encoding=UTF8/],
    ['bytes of another encoding', Buffer.from(dump.replace('é', 'é'), 'latin1'), /is not in UTF-8/],
    ['the format of pg_restore', 'PGDMP\u0001\u000e', /pg_restore --file=dump.sql/],
    ['no such domain', dump.replaceAll('demo.eth', 'gone.eth'), /has 3 domains, and demo.eth on chain 1/],
    ['a line without an end', dump.replace('alice', 'x'.repeat(1_100_000)), /Line 347 of .* is too long/],
    ['a table without its columns', cut('id, created_at, address, name', 'a, b, c, d'), /no column id, name/],
    ['a table that is twice there', dump + dump, /has the rows of domain twice/],
    [
      'records before names',
      blocks('domain (id, name)', records),
      /subdomain_coin_type before those of subdomain/,
    ],
  ])('errors: %s', async (_title, content, message) => {
    const path = join(target.folder, 'hostile.sql')
    await writeFile(path, content)
    expect(await readFileNames(path)).toEqual([[], expect.stringMatching(message)])
  })

  test.each([
    [
      'a table that is absent',
      'subdomain.csv',
      undefined,
      /neither names.jsonl of an export nor subdomain.csv/,
    ],
    [
      'a row with another number of cells',
      'subdomain.csv',
      'id,domain_id,name\n1,2\n',
      /has 2 cells, and its first row has 3/,
    ],
    [
      'a quote that is not closed',
      'subdomain.csv',
      `id,domain_id,name\n1,2,"${'x\n'.repeat(600_000)}`,
      /subdomain.csv: Row 2, column 3 \(name\): the row is too long/,
    ],
    ['deep JSON', 'subdomain.json', '['.repeat(100_000) + ']'.repeat(100_000), /is no row of a table/],
    ['JSON of something else', 'subdomain.json', '{"id":1}', /is no list of rows/],
    ['rows without their columns', 'subdomain.json', '[{"id":1}]', /has no column domain_id, name/],
  ])('errors: in a folder, %s', async (_title, name, content, message) => {
    const tables = await temporaryFolder()
    await writeFile(join(tables, 'domain.csv'), 'id,name\n2,demo.eth\n')
    await writeFile(join(tables, 'subdomain_text_record.csv'), 'subdomain_id,key,value\n')
    await writeFile(join(tables, 'subdomain_coin_type.csv'), 'subdomain_id,coin_type,address\n')
    if (content !== undefined) await writeFile(join(tables, name), content)
    expect(await readFileNames(tables)).toEqual([[], expect.stringMatching(message)])
  })

  test('rule: more names than are in memory at once are read in parts', async () => {
    const names = Array.from({ length: 50_001 }, (_, id) => `${id}\t2\tn${id}`)
    const texts = names.map((_, id) => `${id}\turl\thttps://${id}.example`)
    const path = join(target.folder, 'many.sql')
    const content = [
      ...block('domain (id, name)', ['2\tdemo.eth']),
      ...block('subdomain (id, domain_id, name)', names),
      ...block(records),
      ...block('subdomain_text_record (subdomain_id, key, value)', texts),
    ]
    await writeFile(path, content.join('\n'))
    const [listed, error] = await readFileNames(path)
    expect([listed.length, error]).toEqual([names.length, undefined])
    expect(listed.at(-1)).toMatchObject({
      row: names.length,
      name: { label: 'n50000', records: { texts: [{ key: 'url', value: 'https://50000.example' }] } },
    })
  })
})

describe('the text format of COPY', () => {
  const withClient = async (use: (client: pg.Client) => Promise<void>) => {
    const client = new pg.Client(await requestSharedPostgres(inject('sharedPostgres')))
    await client.connect()
    await use(client).finally(() => client.end())
  }

  test('rule: PostgreSQL restores the dump to the values that are read of it', async () => {
    const shared = await temporaryFolder()
    await chmod(shared, 0o755)
    await withClient(async (client) => {
      for (const { table, columns, lines } of blocksOf(dump)) {
        const path = join(shared, table)
        await writeFile(path, lines.map((line) => `${line}\n`).join(''), { mode: 0o644 })
        const list = columns.map((column) => `"${column}"`).join(', ')
        await client.query(`create temp table restored (${list.replaceAll('",', '" text,')} text)`)
        await client.query(`copy restored (${list}) from '${path}'`)
        const { rows } = await client.query({ text: 'select * from restored', rowMode: 'array' })
        expect(rows).toEqual(lines.map(readCopyRow))
        await client.query('drop table restored')
      }
    })
  })

  test('rule: any text that PostgreSQL writes is read as it was', async () => {
    const shared = await temporaryFolder()
    await chmod(shared, 0o777)
    const text = fc.string({ unit: codePoint }).map((drawn) => drawn.replaceAll('\0', '\\'))
    const value = fc.option(fc.oneof(text, fc.stringMatching(/^[\\Nt\n\t\r.x0-7]{0,12}$/)))
    const rows = fc.sample(fc.tuple(value, value), { numRuns: 500, seed: 7 })
    await withClient(async (client) => {
      await client.query('create temp table written (one text, other text, place serial)')
      await client.query('insert into written (one, other) select * from unnest($1::text[], $2::text[])', [
        rows.map(([one]) => one),
        rows.map(([, other]) => other),
      ])
      await client.query(`copy (select one, other from written order by place) to '${join(shared, 'rows')}'`)
    })
    const lines = (await readFile(join(shared, 'rows'), 'utf8')).split('\n').slice(0, -1)
    expect(lines.map(readCopyRow)).toEqual(rows)
  })
})

const records = 'subdomain_coin_type (subdomain_id, coin_type, address)'

function block(start: string, lines: readonly string[] = []): readonly string[] {
  return [`COPY ${start} FROM stdin;`, ...lines, '\\.']
}

function blocks(...starts: readonly string[]): string {
  return starts.flatMap((start) => block(start)).join('\n')
}

/** The dump with a part replaced, which it must have. */
function cut(part: string, by: string): string {
  if (!dump.includes(part)) throw new Error(`The dump has no ${part}.`)
  return dump.replace(part, by)
}

async function find(label: string): Promise<unknown> {
  return dataOf(
    await target.service.call('GET', `/ens/v1/subname/subname?subname=${label}.demo.eth&chainId=1`),
  )
}
