import { chmod, chown, readdir, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { expect, it, onTestFinished } from 'vitest'
import { printLine } from '../support/faults/duration.ts'
import { addName, expectServed, reasonsOf } from '../support/faults/served-names.ts'
import { mountSmallDisk, noMount, type SmallDisk } from '../support/faults/small-disk.ts'
import { temporaryFolder } from '../support/folders.ts'
import { createClient, dataOf } from '../support/http/api-client.ts'
import { findFreePorts } from '../support/http/deployed-proxy.ts'
import { beginCommand, type Launch, runCommand } from '../support/service/command.ts'
import { startServeProcess, startWorkers } from '../support/service/serve-process.ts'
import { createTenant, testEnvironment, withContext } from '../support/service/service.ts'
import { waitUntil } from '../support/wait-until.ts'

interface Kind {
  readonly title: string
  /** How the service before has ended; a kill leaves a log with commits. */
  readonly end: NodeJS.Signals
  readonly losesIndex?: true
  readonly breakDisk: (disk: SmallDisk) => Promise<void>
  readonly mendDisk: (disk: SmallDisk) => Promise<void>
  readonly reason: RegExp
}

const full = {
  breakDisk: (disk: SmallDisk) => disk.fill(),
  mendDisk: (disk: SmallDisk) => disk.free(),
  reason: /ENOSPC: \S+ has \d+ kB free/,
}
const withoutFiles = {
  ...full,
  breakDisk: (disk: SmallDisk) => disk.fillFiles(),
  reason: /takes no more files/,
}
const readOnly = {
  breakDisk: (disk: SmallDisk) => disk.remount('ro'),
  mendDisk: (disk: SmallDisk) => disk.remount('rw'),
  reason: /EROFS/,
}

const kinds: readonly Kind[] = [
  { title: 'full, after a stop', end: 'SIGTERM', ...full },
  { title: 'full, after a kill', end: 'SIGKILL', ...full },
  { title: 'full, after a kill, without the index of the log', end: 'SIGKILL', losesIndex: true, ...full },
  { title: 'without free files, after a stop', end: 'SIGTERM', ...withoutFiles },
  { title: 'without free files, after a kill', end: 'SIGKILL', losesIndex: true, ...withoutFiles },
  { title: 'mounted read-only, after a stop', end: 'SIGTERM', ...readOnly },
  { title: 'mounted read-only, after a kill', end: 'SIGKILL', ...readOnly },
  { title: 'mounted read-only, without the index of the log', end: 'SIGKILL', losesIndex: true, ...readOnly },
]

it.for(kinds)(
  'a start on a disk that is $title: lookups and reads are served, writes are 503, and resume without a restart',
  { timeout: 120_000 },
  async ({ title, end, losesIndex, breakDisk, mendDisk, reason }, { skip }) => {
    const disk = await mountSmallDisk(12, ',nr_inodes=1500')
    if (!disk) return skip(noMount)
    const settings = { MIN_FREE_DISK_MB: '1', SIGNER_MONITOR_INTERVAL: '10' }
    const environment = testEnvironment(disk.folder, undefined, settings)
    const tenant = await withContext(environment, createTenant)
    const before = await startServeProcess(environment)
    const labels = ['one', 'two', 'three']
    const callBefore = await createClient(before.url)
    for (const label of labels) dataOf(await addName(callBefore, tenant, label))
    await before.end(end)
    if (losesIndex) await rm(join(disk.folder, 'byname.db-shm'))
    await breakDisk(disk)

    const service = await startServeProcess(environment)
    const call = await createClient(service.url)
    await expectServed(call, tenant, labels)
    expect((await addName(call, tenant, 'refused')).status).toBe(503)
    await expectServed(call, tenant, labels)
    await expect.poll(() => reasonsOf(call), { timeout: 30_000 }).toContain('writes-failing')
    expect(service.readOutput()).toMatch(reason)

    await mendDisk(disk)
    const mendedAt = performance.now()
    await waitUntil('a name is written', async () => (await addName(call, tenant, 'four')).status === 200)
    const back = performance.now() - mendedAt
    await expectServed(call, tenant, [...labels, 'four'])
    await expect.poll(() => reasonsOf(call), { timeout: 30_000 }).toEqual([])
    expect(await service.end('SIGTERM')).toBe(0)
    printLine(`${title}: writes ${Math.round(back)} ms after the disk was mended`)
  },
)

it('two workers start on a full disk, and both write once there is space', { timeout: 120_000 }, async ({
  skip,
}) => {
  const disk = await mountSmallDisk(12)
  if (!disk) return skip(noMount)
  const environment = testEnvironment(disk.folder, undefined, { MIN_FREE_DISK_MB: '1' })
  const tenant = await withContext(environment, createTenant)
  const before = await startServeProcess(environment)
  dataOf(await addName(await createClient(before.url), tenant, 'one'))
  await before.end('SIGTERM')
  await disk.fill()

  const service = await startWorkers(environment, 2)
  // Connections go to the workers in turn.
  const calls = await Promise.all(Array.from({ length: 4 }, () => createClient(service.url)))
  for (const call of calls) await expectServed(call, tenant, ['one'])
  for (const call of calls) expect((await addName(call, tenant, 'refused')).status).toBe(503)
  await disk.free()
  const written = ['one']
  for (const [index, call] of calls.entries())
    await waitUntil('a name is written', async () => {
      const { status } = await addName(call, tenant, `new-${index}`)
      if (status === 200) written.push(`new-${index}`)
      return status === 200
    })
  for (const call of calls) await expectServed(call, tenant, written)
  expect(service.pids()).toHaveLength(2)
  expect(await service.end('SIGTERM')).toBe(0)
})

it('a start on a full disk that has to migrate ends, and says what it needs and how much is free', async ({
  skip,
}) => {
  const disk = await mountSmallDisk(12)
  if (!disk) return skip(noMount)
  const environment = testEnvironment(disk.folder, undefined)
  await withContext(environment, createTenant)
  const database = new DatabaseSync(join(disk.folder, 'byname.db'))
  const { name } = database.prepare('select max(name) as name from migrations').get() ?? {}
  database.prepare('delete from migrations where name = ?').run(`${name}`)
  database.close()
  await disk.fill()
  const { code, errors } = await runCommand(['serve'], environment)
  expect(code).toBe(1)
  expect(errors).toContain(`it has to be migrated (${name}), and cannot be written`)
  expect(errors).toContain(`The disk of ${disk.folder} is full (0 kB free): free some space.`)
  expect(errors).not.toContain('    at ')
})

/** A user who may do nothing special, which root may become. */
const plainUser = 65_534
const asPlainUser: Launch = {
  runtime: ['setpriv', `--reuid=${plainUser}`, `--regid=${plainUser}`, '--clear-groups', process.execPath],
}

it('a start as a user that may only read the folder serves lookups, says whose it is, and writes once it owns it', {
  timeout: 120_000,
}, async ({ skip }) => {
  const disk = await mountSmallDisk(12, ',mode=755')
  if (!disk) return skip(noMount)
  const environment = testEnvironment(disk.folder, undefined, { MIN_FREE_DISK_MB: '1' })
  const tenant = await withContext(environment, createTenant)
  const files = async () => (await readdir(disk.folder)).map((name) => join(disk.folder, name))
  for (const file of await files()) await chmod(file, 0o644)
  const service = await startServeProcess(environment, [], asPlainUser)
  const call = await createClient(service.url)
  await expectServed(call, tenant, [])
  expect((await addName(call, tenant, 'refused')).status).toBe(503)
  expect(service.readOutput()).toContain(`EACCES: ${disk.folder}/byname.db belongs to user 0`)
  for (const file of [disk.folder, ...(await files())]) await chown(file, plainUser, plainUser)
  await waitUntil('a name is written', async () => (await addName(call, tenant, 'one')).status === 200)
  await expectServed(call, tenant, ['one'])
})

it('a start beyond the quota of its user serves lookups, and writes once there is room', {
  timeout: 120_000,
}, async ({ skip }) => {
  const limit = 8 * 1_048_576
  const disk = await mountSmallDisk(32, `,mode=777,usrquota,usrquota_block_hardlimit=${limit}`)
  if (!disk) return skip('This kernel has no quotas on tmpfs, or this user may not mount.')
  const environment = testEnvironment(disk.folder, undefined, { MIN_FREE_DISK_MB: '1' })
  const tenant = await withContext(environment, createTenant)
  for (const name of await readdir(disk.folder)) await chown(join(disk.folder, name), plainUser, plainUser)
  await disk.fill()
  await chown(disk.filler, plainUser, plainUser).catch(() => undefined)
  const service = await startServeProcess(environment, [], asPlainUser)
  const call = await createClient(service.url)
  await expectServed(call, tenant, [])
  expect((await addName(call, tenant, 'refused')).status).toBe(503)
  expect(service.readOutput()).toMatch(/EDQUOT|ENOSPC/)
  await disk.free()
  await waitUntil('a name is written', async () => (await addName(call, tenant, 'one')).status === 200)
})

it('a full disk of the log stops no service', { timeout: 60_000 }, async ({ skip }) => {
  const disk = await mountSmallDisk(1)
  if (!disk) return skip(noMount)
  const [port = 0] = await findFreePorts(1)
  const environment = testEnvironment(await temporaryFolder(), undefined, {
    PORT: `${port}`,
    LOG_LEVEL: 'info',
    LOG_REQUESTS: 'true',
  })
  const tenant = await withContext(environment, createTenant)
  await disk.fill()
  const shell = `exec ${process.execPath} "$@" > ${join(disk.folder, 'log')}`
  const service = beginCommand(['serve'], environment, { runtime: ['sh', '-c', shell, 'sh'] })
  onTestFinished(() => service.end('SIGKILL').then(() => undefined))
  const url = `http://127.0.0.1:${port}`
  await waitUntil(
    'it responds',
    async () => (await fetch(`${url}/health`).catch(() => undefined))?.ok === true,
  )
  const call = await createClient(url)
  for (const label of ['one', 'two']) dataOf(await addName(call, tenant, label))
  await expectServed(call, tenant, ['one', 'two'])
  await disk.free()
  await call('GET', '/ens/v1/ens/api-key')
  await waitUntil('the log goes on', async () => (await readFile(join(disk.folder, 'log'), 'utf8')) !== '')
  expect(await service.end('SIGTERM')).toBe(0)
})
