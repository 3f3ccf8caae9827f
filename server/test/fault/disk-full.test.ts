import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { type ApiCall, createClient, dataOf } from '../support/api-client.ts'
import { expectConsistent, expectSearchConsistent } from '../support/consistency-checks.ts'
import { faultMinutes, printLine } from '../support/fault-time.ts'
import { startServeProcess } from '../support/serve-process.ts'
import { createTenant, type Tenant, testEnvironment, withContext } from '../support/service.ts'
import { createWallet, signedHeaders } from '../support/signed-headers.ts'
import { mountSmallDisk } from '../support/small-disk.ts'
import { ethereumAddress, subnameBody } from '../support/subnames.ts'
import { createForm, fetchImage, randomImage, uploadedUrl, uploadPath } from '../support/uploads.ts'
import { waitUntil } from '../support/wait-until.ts'
import { createLedger, expectLedgerStored, responseCount, startWriteLoad } from '../support/write-load.ts'

/**
 * While the disk of the database and of images is full, writes and uploads fail with 503 and leave no partial data;
 * reads and lookups succeed; when space is freed, writes succeed in the same process.
 */
it(
  '503 for writes and uploads while the disk is full; rule: reads continue, nothing is partial, and writes resume with space',
  async (test) => {
    const disk = await mountSmallDisk(12)
    if (!disk)
      return test.skip('This user may not mount a file system (mount -t tmpfs): run it as root on Linux.')
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
    await expect.poll(() => reasonsOf(call), { timeout: 10_000 }).toEqual(['disk-low'])

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
    await expect.poll(() => reasonsOf(call), { timeout: 10_000 }).toEqual([])
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
