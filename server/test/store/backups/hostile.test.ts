import { createHash } from 'node:crypto'
import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { backUp, moveDatabase, restoreDatabase } from '../../../src/store/copy/backup.ts'
import type { DumpChunk } from '../../../src/store/copy/dump.ts'
import { withBackup, writeBackup } from '../../../src/store/copy/format.ts'
import { findHold } from '../../../src/store/entities/settings.ts'
import { openStore } from '../../../src/store/store.ts'
import { connectRaw } from '../../support/databases/raw-sql.ts'
import { describeOnEachDatabase, describeOnSqlite } from '../../support/databases/stores.ts'
import { createFolder, temporaryFolder } from '../../support/folders.ts'
import { fill } from './fill.ts'

interface Table {
  readonly table: string
  readonly columns: readonly string[]
  readonly rows: readonly string[]
}

interface Content {
  readonly migrations: readonly string[]
  readonly tables: readonly Table[]
}

async function contentOf(file: string): Promise<Content> {
  return withBackup(file, async ({ migrations, chunks }) => {
    const tables: Table[] = []
    for await (const chunk of chunks) {
      if (chunk.kind === 'table') tables.push({ ...chunk, rows: [] })
      const last = tables.pop()
      if (last) tables.push(chunk.kind === 'rows' ? { ...last, rows: [...last.rows, ...chunk.lines] } : last)
    }
    return { migrations, tables }
  })
}

/** With the hashes and the checksum of that content, as its author can make them. */
async function forge(file: string, { migrations, tables }: Content): Promise<void> {
  const summaries = tables.map(({ table, columns, rows }) => ({
    table,
    rows: rows.length,
    sha256: createHash('sha256')
      .update([JSON.stringify(columns), ...rows, ''].join('\n'))
      .digest('hex'),
  }))
  const chunks = async function* (): AsyncGenerator<DumpChunk> {
    for (const { table, columns, rows } of tables) {
      yield { kind: 'table', table, columns }
      if (rows.length > 0) yield { kind: 'rows', lines: rows }
    }
    yield { kind: 'end', tables: summaries }
  }
  await writeBackup(file, { migrations, chunks: chunks() }, { takenAt: Date.now() })
}

describeOnEachDatabase('A backup of a hostile author', ({ dialect, create }) => {
  let original: Content
  let folder = ''
  let originalFile = ''
  let target = ''
  beforeAll(async () => {
    const databaseUrl = await create()
    target = await create()
    const store = await openStore({ url: databaseUrl })
    await fill(store, 3)
    await store.close()
    folder = await createFolder('backup')
    originalFile = join(folder, 'original')
    await backUp({ databaseUrl, file: originalFile })
    original = await contentOf(originalFile)
  })
  afterAll(() => rm(folder, { recursive: true }))

  const tablesIn = async (url: string) => {
    const raw = await connectRaw(url)
    const schema = dialect === 'sqlite' ? 'sqlite_schema' : "pg_tables where schemaname = 'public'"
    return raw.run(`select 1 from ${schema}`).finally(raw.close)
  }

  const expectRefused = async (content: Content | Uint8Array, reason: RegExp) => {
    const file = join(await temporaryFolder(), 'forged')
    await (content instanceof Uint8Array ? writeFile(file, content) : forge(file, content))
    const failure: unknown = await restoreDatabase({ databaseUrl: target, file }).catch((error) => error)
    expect(failure).toMatchObject({ name: 'OperatorError', message: expect.stringMatching(reason) })
    // It is printed on a terminal.
    expect(String(failure)).not.toMatch(/\p{Cc}/u)
    expect(await tablesIn(target)).toEqual([])
  }

  const withTable = (added: Partial<Table>): Content => ({
    ...original,
    tables: [...original.tables, { table: 'workspaces', columns: ['id'], rows: [], ...added }],
  })

  it('rule: a forged file that changes nothing is restored, so the forgeries below fail for what they change', async () => {
    const file = join(await temporaryFolder(), 'forged')
    await forge(file, original)
    const databaseUrl = await create()
    expect(await restoreDatabase({ databaseUrl, file })).toEqual(
      await restoreDatabase({ databaseUrl: await create(), file: originalFile }),
    )
  })

  it.each([
    ['sessions', ['id'], ['["a"]']],
    ['setup_tokens', ['hash'], ['["a"]']],
    ['instance_secrets', ['purpose', 'secret'], ['["cursors","known"]']],
    ['migrations', ['applied_at', 'name'], ['[1,"9999-later"]']],
    ['sqlite_schema', ['name', 'sql'], ['["a","create trigger a"]']],
    ['pg_proc', ['proname'], ['["a"]']],
    ['constructor', ['name'], ['["a"]']],
  ])('rule: a table that no copy contains is rejected: %s', async (table, columns, rows) => {
    await expectRefused(withTable({ table, columns, rows }), /a table \w+, which no copy contains/)
  })

  it('rule: names of tables, columns and migrations that no version has are rejected, and not printed', async () => {
    const unknownLine = /has a line that this version of Byname does not write/
    const red = 'a\u001b[31m'
    await expectRefused(withTable({ table: red }), unknownLine)
    await expectRefused(withTable({ table: '__proto__' }), unknownLine)
    await expectRefused(withTable({ table: '../media' }), unknownLine)
    await expectRefused(withTable({ columns: [red] }), unknownLine)
    await expectRefused(withTable({ columns: Array.from({ length: 101 }, () => 'a') }), unknownLine)
    await expectRefused({ ...original, migrations: [...original.migrations, red] }, unknownLine)
    await expectRefused(
      { ...original, migrations: Array.from({ length: 1000 }, () => '0001-initial') },
      unknownLine,
    )
  })

  it('rule: tables with other columns, twice, or of no version are rejected', async () => {
    const [first] = original.tables
    await expectRefused(
      { ...original, tables: [{ table: 'workspaces', columns: ['id', 'sql'], rows: [] }] },
      /a table workspaces with columns that this database does not have/,
    )
    await expectRefused(withTable({ ...first, rows: [] }), /has the table workspaces twice/)
    for (const migrations of [[], original.migrations.slice(1), [...original.migrations].reverse()])
      await expectRefused({ ...original, migrations }, /the tables of no version of Byname/)
  })

  it('rule: rows that are not the values of the columns are rejected', async () => {
    const withRows = (...rows: readonly string[]) => ({
      ...original,
      tables: original.tables.map((table) =>
        table.table === 'holds' ? { ...table, rows: [...table.rows, ...rows] } : table,
      ),
    })
    for (const row of [
      '[]',
      '["a"]',
      '["a","b"]',
      '["a",1.5]',
      '["a",9007199254740993]',
      '["a",1e999]',
      '[null,1]',
      '["a",[1]]',
      '["a",1',
      `["a",${'['.repeat(100_000)}`,
    ])
      await expectRefused(withRows(row), /^(Cannot fill the .*|The stored rows differ from the copy.*)$/s)
  })

  it('rule: rows before the first table are rejected', async () => {
    const header = JSON.stringify({
      byname: 'backup',
      format: 1,
      migrations: original.migrations,
      takenAt: new Date().toISOString(),
    })
    await expectRefused(gzipSync(`${header}\n["a"]\n`), /has rows of no table/)
  })

  it('rule: a small file with a huge line is rejected before the line is in memory', async () => {
    const bomb = gzipSync(Buffer.alloc(400 * 1_048_576, '['))
    expect(bomb.length).toBeLessThan(1_048_576)
    const before = process.memoryUsage().rss
    await expectRefused(bomb, /cannot be read: it has a line of more than 64 MiB/)
    expect(process.memoryUsage().rss - before).toBeLessThan(350 * 1_048_576)
  })

  it('rule: a restored copy is held from then on, whatever its own row about that is', async () => {
    const file = join(await temporaryFolder(), 'forged')
    const rows = [`["other",${Number.MAX_SAFE_INTEGER}]`]
    await forge(file, {
      ...original,
      tables: original.tables.map((table) => (table.table === 'holds' ? { ...table, rows } : table)),
    })
    const databaseUrl = await create()
    const before = Date.now()
    await restoreDatabase({ databaseUrl, file })
    const store = await openStore({ url: databaseUrl })
    const hold = await findHold(store.db)
    await store.close()
    expect(hold?.kind).toBe('restored')
    expect(hold?.since).toBeGreaterThanOrEqual(before)
    expect(hold?.since).toBeLessThanOrEqual(Date.now())
  })
})

describeOnSqlite('A SQLite file of a hostile author', ({ create }) => {
  it.each([
    [
      'view',
      'create view holds as with recursive n(i) as (select 1 union all select i from n) select i from n',
    ],
    ['virtual table', 'create virtual table holds using fts5(kind, since)'],
  ])('rule: migrate rejects a %s in place of a table without reading it', async (kind, statement) => {
    const [from, to] = [await create(), await create()]
    await (await openStore({ url: from })).close()
    const raw = await connectRaw(from)
    await raw.run('drop table holds')
    await raw.run(statement)
    await raw.close()
    await expect(moveDatabase({ from, to })).rejects.toThrow(`no database of Byname: holds is a ${kind}`)
  })
})
