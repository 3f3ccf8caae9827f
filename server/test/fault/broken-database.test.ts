import { open, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { expect, it } from 'vitest'
import { runStatements, startPostgresPair } from '../support/databases/postgres.ts'
import { addName, expectServed, reasonsOf } from '../support/faults/served-names.ts'
import { temporaryFolder } from '../support/folders.ts'
import { resolveText } from '../support/gateway/client.ts'
import { createClient, dataOf } from '../support/http/api-client.ts'
import { runCommand } from '../support/service/command.ts'
import { startServeProcess } from '../support/service/serve-process.ts'
import { createTenant, testEnvironment, withContext } from '../support/service/service.ts'
import { waitUntil } from '../support/wait-until.ts'

const names = 120

/** Overwrites one page with rows of a table, which is not its first (https://sqlite.org/fileformat2.html#b_tree_pages). */
async function damagePageOf(path: string, table: string): Promise<void> {
  const database = new DatabaseSync(path)
  database.exec('pragma wal_checkpoint(truncate)')
  const size = Number(database.prepare('pragma page_size').get()?.['page_size'])
  const root = Number(
    database.prepare('select rootpage from sqlite_schema where name = ?').get(table)?.['rootpage'],
  )
  database.close()
  const page = (await readFile(path)).subarray((root - 1) * size, root * size)
  expect(page[0], 'the table has several pages').toBe(5)
  const child = page.readUInt32BE(page.readUInt16BE(12 + 2))
  await using file = await open(path, 'r+')
  await file.write(Buffer.alloc(size, 0xff), 0, size, (child - 1) * size)
}

it('a damaged page: what is on it is 503, never wrong, everything else is served, and health says it', {
  timeout: 120_000,
}, async () => {
  const folder = await temporaryFolder()
  const environment = testEnvironment(folder, undefined, { SIGNER_MONITOR_INTERVAL: '10' })
  const tenant = await withContext(environment, createTenant)
  const before = await startServeProcess(environment)
  const callBefore = await createClient(before.url)
  const labels = Array.from({ length: names }, (_, index) => `name-${index}`)
  for (const label of labels) dataOf(await addName(callBefore, tenant, label))
  await before.end('SIGTERM')
  await damagePageOf(join(folder, 'byname.db'), 'subnames')

  const service = await startServeProcess(environment)
  const call = await createClient(service.url)
  const outcomes = new Map<string, number>()
  for (const label of labels) {
    const name = `${label}.demo.eth`
    const { status } = await call('GET', `/ens/v1/subname/subname?chainId=1&subname=${name}`)
    const found = await resolveText({ call }, tenant.resolvers[1]['chain-bound'], name, 'state').catch(
      (error: unknown) => String(error),
    )
    expect([200, 503]).toContain(status)
    if (status === 200) expect(found).toBe(label)
    else expect(found).toContain('503')
    outcomes.set(`${status}`, (outcomes.get(`${status}`) ?? 0) + 1)
  }
  expect(outcomes.get('503')).toBeGreaterThan(0)
  expect(outcomes.get('200')).toBeGreaterThan(names / 2)
  await expect.poll(() => reasonsOf(call), { timeout: 30_000 }).toContain('database-damaged')
  expect(service.readOutput()).toContain('database disk image is malformed')
})

it.for([
  ['that is no database', Buffer.alloc(65_536, 'x'), 'its file is no SQLite database, or is damaged'],
  ['whose first page is damaged', Buffer.alloc(4_000, 0xff), 'its file'],
] as const)('a start with a file %s ends, and names the file and what to do', async ([, bytes, sentence]) => {
  const folder = await temporaryFolder()
  const environment = testEnvironment(folder, undefined)
  await withContext(environment, createTenant)
  const path = join(folder, 'byname.db')
  const file = await readFile(path)
  bytes.copy(file, 0)
  await writeFile(path, file)
  const { code, errors } = await runCommand(['serve'], environment)
  expect(code).toBe(1)
  expect(errors).toContain(`Cannot open the SQLite database ${path}: ${sentence}`)
  expect(errors).toContain('restore the newest backup')
  expect(errors).not.toContain('    at ')
})

it('a start on a standby of PostgreSQL serves lookups, refuses writes, and writes once it is promoted', {
  timeout: 120_000,
}, async () => {
  const pair = await startPostgresPair()
  try {
    const url = await pair.primary.createDatabase()
    const settings = { DATABASE_URL: url, SIGNER_MONITOR_INTERVAL: '10' }
    const environment = testEnvironment(await temporaryFolder(), url, settings)
    const tenant = await withContext(environment, createTenant)
    const primary = await startServeProcess(environment)
    dataOf(await addName(await createClient(primary.url), tenant, 'one'))
    await primary.end('SIGTERM')
    const standby = pair.replicaUrl(url)
    const service = await startServeProcess({ ...environment, DATABASE_URL: standby })
    const call = await createClient(service.url)
    await waitUntil('the name is there', async () => {
      const { status } = await call('GET', '/ens/v1/subname/subname?chainId=1&subname=one.demo.eth')
      return status === 200
    })
    await expectServed(call, tenant, ['one'])
    expect((await addName(call, tenant, 'refused')).status).toBe(503)
    await expect.poll(() => reasonsOf(call), { timeout: 30_000 }).toContain('writes-failing')
    await runStatements(standby, ['select pg_promote()'])
    await waitUntil('a name is written', async () => (await addName(call, tenant, 'two')).status === 200)
    await expectServed(call, tenant, ['one', 'two'])
    await expect.poll(() => reasonsOf(call), { timeout: 30_000 }).toEqual([])
  } finally {
    await pair.primary.stop()
    await pair.replica.stop()
  }
})
