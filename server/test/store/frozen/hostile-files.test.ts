import { execFileSync } from 'node:child_process'
import { mkdir, readdir, rm, symlink, truncate, writeFile } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { expect, it } from 'vitest'
import { explainSystemError } from '../../../src/commands/explain-system-error.ts'
import { checkLoneFile, checkZone } from '../../../src/commands/frozen/check-zone.ts'
import { writeZone } from '../../../src/commands/frozen/write-zone.ts'
import { readSettings } from '../../../src/commands/import-settings.ts'
import { readNamesFile } from '../../../src/commands/import-source.ts'
import { makeFolder } from '../../../src/commands/new-folder.ts'
import { normalizeName } from '../../../src/ens/names.ts'
import { OperatorError } from '../../../src/errors.ts'
import { formatManifest, manifestFile, parseManifest } from '../../../src/frozen/manifest.ts'
import { backUp, moveDatabase, restoreDatabase } from '../../../src/store/copy/backup.ts'
import { openStore } from '../../../src/store/store.ts'
import { onboardDomain } from '../../support/databases/entities.ts'
import { describeOnSqlite } from '../../support/databases/stores.ts'
import { temporaryFolder } from '../../support/folders.ts'
import { runCommand } from '../../support/service/command.ts'

const hash = 'ab'.repeat(32)
/** Of the zone of a domain without names and records: its only bucket. */
const emptyRoot = 'e30c51482a6bbf1a6700556fbcecd07504f14ceb901885883cb5d1cd0bcdca58'
const red = '\u001b[31m\u009b'

/** What may be in the place of a file that came from elsewhere. */
const contents: Readonly<Record<string, (path: string) => Promise<void>>> = {
  'a pipe': async (path) => void execFileSync('mkfifo', [path]),
  'a folder': async (path) => void (await mkdir(path)),
  'a device': (path) => symlink('/dev/zero', path),
  'a link that leads nowhere': (path) => symlink('/nonexistent/file', path),
  'an empty file': (path) => writeFile(path, ''),
  'a huge file without content': async (path) => {
    await writeFile(path, '')
    await truncate(path, 8 * 2 ** 30)
  },
  'NUL bytes': (path) => writeFile(path, Buffer.alloc(100)),
  'deep JSON': (path) => writeFile(path, '['.repeat(100_000)),
  'escape codes': (path) => writeFile(path, `{"type":"${red}","version":"${red}"}\n`),
  'half of a line': (path) => writeFile(path, '{"type":"domain","form'),
}

async function readAll(path: string): Promise<void> {
  for await (const listed of readNamesFile(path, { domain: 'demo.eth', chainId: 1 }))
    if ('problem' in listed) throw new OperatorError(listed.problem)
}

/** By the path that they read, relative to a folder. */
const readers: readonly (readonly [path: string, read: (path: string) => unknown])[] = [
  ['backup', (file) => restoreDatabase({ databaseUrl: `sqlite:${file}-restored`, file })],
  ['byname.db', (file) => moveDatabase({ from: `sqlite:${file}`, to: `sqlite:${file}-moved` })],
  ...['list.csv', 'list.tsv', 'list.json', 'list.jsonl', 'list.sql'].map((file) => [file, readAll] as const),
  ['export/names.jsonl', (file) => readAll(dirname(file))],
  ['tables/domain.json', (file) => readAll(dirname(file))],
  ['settings.jsonl', readSettings],
  [join('zone', manifestFile), (file) => checkZone(dirname(file))],
  [join('zone', `${emptyRoot}.json`), (file) => checkZone(dirname(file))],
  [`${hash}.json`, checkLoneFile],
]

/** What the command line prints. */
async function refusalOf(read: () => unknown): Promise<string> {
  try {
    await read()
  } catch (error) {
    return (
      explainSystemError(error) ??
      (error instanceof OperatorError ? error.message : `Fault: ${String(error)}`)
    )
  }
  return 'Fault: it was read.'
}

describeOnSqlite('Files that others made', (databases) => {
  const freeze = async () => {
    const url = await databases.createMigrated()
    const store = await openStore({ url })
    await onboardDomain(store, { name: normalizeName('demo.eth') })
    await store.close()
    const out = join(await temporaryFolder(), 'zone')
    return {
      out,
      ...(await writeZone({ databaseUrl: url, name: normalizeName('demo.eth'), chainId: 1, out })),
    }
  }

  it.each(Object.entries(contents))(
    'rule: each reader refuses %s, at once and in bounded memory',
    async (_, make) => {
      const before = process.memoryUsage().rss
      for (const [relative, read] of readers) {
        const folder = relative.startsWith('zone') ? dirname((await freeze()).out) : await temporaryFolder()
        const path = join(folder, relative)
        await rm(path, { force: true })
        await mkdir(dirname(path), { recursive: true })
        await make(path)
        const refusal = await refusalOf(() => read(path))
        expect(refusal, basename(path)).not.toMatch(/^Fault|[^\P{Cc}\n]/u)
      }
      expect(process.memoryUsage().rss - before).toBeLessThan(400 * 2 ** 20)
    },
  )

  it('rule: a manifest with a value of a wrong type is refused, and its text is not printed', async () => {
    const { out, manifest } = await freeze()
    const values: readonly unknown[] = [
      null,
      true,
      -1,
      1.5,
      2 ** 60,
      '',
      red,
      'A.eth',
      {},
      { toString: 1 },
      [],
      [hash],
      [`0x${hash}`],
    ]
    for (const field of Object.keys(manifest))
      for (const value of values) {
        const text = `${JSON.stringify({ ...manifest, [field]: value }, null, 2)}\n`
        const refusal = await refusalOf(() => parseManifest(text))
        expect(refusal, `${field}: ${JSON.stringify(value)}`).toMatch(
          /^(manifest\.json (is not|has been)|The zone has version \d+ )[^\p{Cc}]*$/u,
        )
      }
    expect(parseManifest(formatManifest(manifest))).toEqual(manifest)
    // A count that is of the right kind is compared with the files.
    for (const change of [{ names: manifest.names + 1 }, { records: 9 }, { root: `0x${hash}` as const }]) {
      await writeFile(join(out, manifestFile), formatManifest({ ...manifest, ...change }))
      expect(await refusalOf(() => checkZone(out))).toMatch(/is not a whole zone:\n/)
    }
  })

  it('rule: tables with values of any kind end in rows or in a refusal', async () => {
    const tables = {
      domain: { id: 1, name: 'demo.eth' },
      subdomain: { id: 2, domain_id: 1, name: 'a', address: `0x${'ab'.repeat(20)}` },
      subdomain_text_record: { subdomain_id: 2, key: 'url', value: 'x' },
      subdomain_coin_type: { subdomain_id: 2, coin_type: 60, address: 'x' },
    }
    for (const [table, row] of Object.entries(tables))
      for (const column of Object.keys(row))
        for (const value of [null, true, -1, '', red, {}, { toString: 1 }, [], [[1]]]) {
          const folder = await temporaryFolder()
          for (const [name, values] of Object.entries(tables)) {
            const content = name === table ? { ...values, [column]: value } : values
            await writeFile(join(folder, `${name}.json`), JSON.stringify([content]))
          }
          const refusal = await refusalOf(() => readAll(folder))
          expect(refusal, `${table}.${column}: ${JSON.stringify(value)}`).not.toMatch(
            /^Fault: (?!it was read)/,
          )
        }
  })

  it('rule: a link is never replaced: one that leads nowhere is refused, and one to a folder stands for that folder', async () => {
    const url = await databases.createMigrated()
    const folder = await temporaryFolder()
    const [nowhere, link] = [join(folder, 'nowhere'), join(folder, 'link')]
    await symlink('/nonexistent/file', nowhere)
    expect(await refusalOf(() => backUp({ databaseUrl: url, file: nowhere }))).toMatch(/exists already/)
    const write = (path: string) =>
      makeFolder(path, ({ folder: draft }) => writeFile(join(draft, 'note'), 'new'))
    expect(await refusalOf(() => write(nowhere))).toMatch(/is a link to a folder that is not there/)
    await mkdir(join(folder, 'empty'))
    await symlink(join(folder, 'empty'), link)
    await write(link)
    expect(await readdir(join(folder, 'empty'))).toEqual(['note'])
    expect((await readdir(folder)).toSorted()).toEqual(['empty', 'link', 'nowhere'])
  })

  it('rule: the command line prints no control character of a file, and no stack', async () => {
    const folder = await temporaryFolder()
    const table = join(folder, 'table.csv')
    await writeFile(table, `name,${red}\na,b\n`)
    const environment = { DATA_DIR: folder, DATABASE_URL: `sqlite:${join(folder, 'byname.db')}` }
    const named = join(folder, `${red}.csv`)
    await writeFile(named, 'a,b\n')
    for (const path of [table, named]) {
      const { errors, code } = await runCommand(['import', path, '--domain', 'demo.eth'], environment)
      expect(errors).not.toMatch(/[^\P{Cc}\n]|^ {4}at /mu)
      expect([code, errors]).toEqual([1, expect.stringContaining('\\u001b[31m\\u009b')])
    }
  })
})
