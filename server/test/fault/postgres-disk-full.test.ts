import { chown, mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createWriteCheck } from '../../src/core/health/write-check.ts'
import { type PostgresServer, runStatements, startPostgres } from '../support/databases/postgres.ts'
import { postgresPrograms } from '../support/databases/postgres-programs.ts'
import { expectConsistent } from '../support/faults/consistency-checks.ts'
import { printLine } from '../support/faults/duration.ts'
import { mountSmallDisk, noMount } from '../support/faults/small-disk.ts'
import {
  createLedger,
  expectLedgerStored,
  responseCount,
  startWriteLoad,
} from '../support/faults/write-load.ts'
import { startTestService } from '../support/service/service.ts'
import { waitUntil } from '../support/wait-until.ts'

let server: PostgresServer
beforeAll(async () => {
  server = await startPostgres()
})
afterAll(() => server.stop())

/** Where the tables of a database are, on a small disk; the log is elsewhere. */
async function createDatabaseOn(folder: string): Promise<string> {
  const url = await server.createDatabase()
  await runStatements(server.urlOf('postgres'), [
    `create tablespace small location '${folder}'`,
    `alter database ${new URL(url).pathname.slice(1)} set tablespace small`,
  ])
  return url
}

it('503 for writes while the disk of PostgreSQL is full; rule: lookups continue, health names it, and writes resume with space', async (test) => {
  const disk = await mountSmallDisk(48)
  if (!disk) return test.skip(noMount)
  const { user } = postgresPrograms(disk.folder)
  const tables = join(disk.folder, 'tables')
  await mkdir(tables, { mode: 0o700 })
  if (user.uid !== undefined && user.gid !== undefined) await chown(tables, user.uid, user.gid)
  const url = await createDatabaseOn(tables)
  const service = await startTestService(url)
  const { call } = service
  const check = createWriteCheck(service.context.store)
  const ledger = createLedger()
  const load = await startWriteLoad({ call, tenant: service, ledger }, { prefix: 'n' })
  await waitUntil('names are written', () => responseCount(ledger) >= 40)
  await disk.fill()
  await waitUntil('writes are refused', () => responseCount(ledger, 503) >= 8)
  await expect
    .poll(async () => {
      await check.measure()
      return check.fault()?.problem
    })
    .toMatch(/has no space left on its disk \(SQLSTATE 53100\)/)
  const early = [...ledger.names.keys()].slice(0, 10)
  await expectLedgerStored(call, service, ledger, (label) => early.includes(label))
  expect((await call('GET', '/ready')).status).toBe(200)
  await disk.free()
  const [freedAt, confirmed] = [performance.now(), responseCount(ledger)]
  await waitUntil('names are written again', () => responseCount(ledger) > confirmed)
  printLine(`written ${Math.round(performance.now() - freedAt)} ms after space was freed`)
  await waitUntil('more names are written', () => responseCount(ledger) > confirmed + 10)
  await load.stop()
  await check.measure()
  expect(check.fault()).toBeUndefined()
  expect([...ledger.outcomes.keys()].sort()).toEqual([200, 503])
  await expectLedgerStored(call, service, ledger)
  await service.stop()
  await expectConsistent(url)
  await runStatements(server.urlOf('postgres'), [
    `drop database ${new URL(url).pathname.slice(1)} with (force)`,
    'drop tablespace small',
  ])
}, 120_000)
