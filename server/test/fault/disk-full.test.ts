import { readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { createWallet, signedHeaders } from '../support/credentials/signed-headers.ts'
import { ethereumAddress, subnameBody } from '../support/entities/subnames.ts'
import { expectConsistent, expectSearchConsistent } from '../support/faults/consistency-checks.ts'
import { faultMinutes, printLine } from '../support/faults/duration.ts'
import { mountSmallDisk, noMount } from '../support/faults/small-disk.ts'
import {
  createLedger,
  expectLedgerStored,
  responseCount,
  startWriteLoad,
} from '../support/faults/write-load.ts'
import { createFolder, temporaryFolder } from '../support/folders.ts'
import { type ApiCall, createClient, dataOf } from '../support/http/api-client.ts'
import { createForm, fetchImage, randomImage, uploadedUrl, uploadPath } from '../support/media/uploads.ts'
import { runCommand } from '../support/service/command.ts'
import { startServeProcess } from '../support/service/serve-process.ts'
import { createTenant, type Tenant, testEnvironment, withContext } from '../support/service/service.ts'
import { waitUntil } from '../support/wait-until.ts'

/**
 * While the disk of the database and of images is full, writes and uploads fail with 503 and leave no partial data;
 * reads and lookups succeed; when space is freed, writes succeed in the same process.
 */
it(
  '503 for writes and uploads while the disk is full; rule: reads continue, nothing is partial, and writes resume with space',
  async (test) => {
    const disk = await mountSmallDisk(12)
    if (!disk) return test.skip(noMount)
    const environment = testEnvironment(disk.folder, undefined, { MIN_FREE_DISK_MB: '1' })
    const tenant = await withContext(environment, createTenant)
    const { url, end } = await startServeProcess(environment)
    const call = await createClient(url)
    const uploading = await prepareUploads(call, tenant)
    const kept = uploadedUrl(await uploading.upload())

    const ledger = createLedger()
    const load = await startWriteLoad({ call, tenant, ledger }, { prefix: 'n' })
    await waitUntil('names are written', () => responseCount(ledger) >= 40)
    await disk.fill()
    await waitUntil('writes are refused', () => responseCount(ledger, 503) >= 20)
    await expect.poll(() => reasonsOf(call)).toEqual(['disk-low'])

    const confirmedBefore = responseCount(ledger)
    const refusedUntil = performance.now() + faultMinutes * 60_000
    do {
      const before = await readdir(join(disk.folder, 'media'))
      expect((await uploading.upload()).status).toBe(503)
      expect(await readdir(join(disk.folder, 'media'))).toEqual(before)
      await fetchImage(kept)
      const early = [...ledger.names.keys()].slice(0, 10)
      await expectLedgerStored(call, tenant, ledger, (label) => early.includes(label))
      dataOf(await call('GET', '/ens/v1/subname/ens?ensDomain=demo.eth&chainId=1'))
    } while (performance.now() < refusedUntil)
    const confirmedWhileFull = responseCount(ledger) - confirmedBefore

    await disk.free()
    const freedAt = performance.now()
    const confirmedAtFree = responseCount(ledger)
    await waitUntil('names are written again', () => responseCount(ledger) > confirmedAtFree)
    const back = performance.now() - freedAt
    await fetchImage(uploadedUrl(await uploading.upload()))
    await expect.poll(() => reasonsOf(call)).toEqual([])
    await waitUntil('more names are written', () => responseCount(ledger) > confirmedAtFree + 40)
    await load.stop()
    expect([...ledger.outcomes.keys()].sort()).toEqual([200, 503])
    await expectLedgerStored(call, tenant, ledger)
    await expectSearchConsistent(call, [...ledger.names.keys()].slice(-20))
    expect(await end('SIGTERM')).toBe(0)
    await expectConsistent(`sqlite:${join(disk.folder, 'byname.db')}`)
    printLine(
      `${responseCount(ledger)} writes confirmed, ${responseCount(ledger, 503)} refused, ${confirmedWhileFull} confirmed in space that ` +
        `was free inside the database's files; recovered ${Math.round(back)} ms after space was freed`,
    )
  },
  60_000 + faultMinutes * 120_000,
)

it('rule: each command on a full disk says which disk it is, and leaves no file', async (test) => {
  const [disk, other] = [await mountSmallDisk(3), await createFolder('other-disk')]
  onTestFinished(() => rm(other, { recursive: true }))
  if (!disk) return test.skip(noMount)
  const [here, elsewhere] = [testEnvironment(disk.folder, undefined), testEnvironment(other, undefined)]
  const full = `The disk of ${disk.folder} is full (0 kB free): free some space.`
  await withContext(elsewhere, createTenant)
  const backup = join(other, 'copy.byname.gz')
  expect(await runCommand(['backup', backup], elsewhere)).toMatchObject({ code: 0 })
  await disk.fill()
  const started = await runCommand(['serve'], here)
  expect(started).toMatchObject({ code: 1, errors: expect.stringContaining(full) })
  await rm(join(disk.folder, 'byname.db'), { force: true })
  await disk.fill()

  const before = (await readdir(disk.folder)).filter((name) => !name.startsWith('byname.db'))
  const checked = await runCommand(['check-config'], here)
  expect(checked.code).toBe(1)
  expect(checked.output).toContain(`data folder ${disk.folder}: ${full}`)
  const restored = await runCommand(['restore', backup], here)
  expect(restored).toMatchObject({ code: 1, errors: expect.stringContaining(full) })
  const target = join(disk.folder, 'copy.byname.gz')
  const copied = await runCommand(['backup', target], elsewhere)
  expect(copied).toMatchObject({ code: 1, errors: expect.stringContaining(`${target} cannot be`) })
  expect(copied.errors).toContain('its disk is full')
  expect(await readdir(disk.folder)).toEqual(before)
})

it('rule: an encrypted backup is neither stored on nor restored to a full disk, and leaves no file there', async (test) => {
  const disk = await mountSmallDisk(4)
  if (!disk) return test.skip(noMount)
  const folder = await temporaryFolder()
  const identityFile = join(folder, 'identity')
  await writeFile(identityFile, (await runCommand(['backups', 'create-key'], {})).output)
  const [, recipient = ''] = /public key: (age1\w+)/.exec(await readFile(identityFile, 'utf8')) ?? []
  const original = { ...testEnvironment(folder, undefined), BACKUP_RECIPIENT: recipient }
  await withContext(original, createTenant)
  const target = await temporaryFolder()
  expect(await runCommand(['backup', target], original)).toMatchObject({ code: 0 })
  await disk.fill()
  const before = await readdir(disk.folder)
  const stored = await runCommand(['backup', disk.folder], original)
  expect(stored).toMatchObject({
    code: 1,
    errors: expect.stringContaining('cannot be written: its disk is full.'),
  })
  const restore = ['restore', target, '--identity-file', identityFile]
  const restored = await runCommand(restore, testEnvironment(disk.folder, undefined))
  expect(restored).toMatchObject({
    code: 1,
    errors: expect.stringContaining('its disk is full: free some space'),
  })
  expect(await readdir(disk.folder)).toEqual(before)
  await disk.free()
  expect(await runCommand(restore, testEnvironment(disk.folder, undefined))).toMatchObject({ code: 0 })
})

/** Codes at `/ready`, which stays 200. */
async function reasonsOf(call: ApiCall): Promise<readonly string[]> {
  const { reasons } = dataOf<{ reasons: readonly { code: string }[] }>(await call('GET', '/ready'))
  return reasons.map(({ code }) => code)
}

/** Uploads images for a new name, a different image each time. */
async function prepareUploads(call: ApiCall, { key, demo }: Tenant) {
  const wallet = createWallet()
  const headers = { 'x-api-key': key, ...(await signedHeaders(wallet, { chainId: 1 })) }
  const body = { ...subnameBody(demo[1], 'painter'), addresses: [ethereumAddress(wallet.address)] }
  dataOf(await call('POST', '/ens/v1/subname/add', { headers, body }))
  return {
    upload: async () =>
      call('POST', uploadPath({ domain: demo[1], label: 'painter' }), {
        headers: await signedHeaders(wallet, { chainId: 1 }),
        body: createForm(await randomImage(256, 256).png().toBuffer()),
      }),
  }
}
