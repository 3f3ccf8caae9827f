import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { type Call, createClient, dataOf } from '../support/api-client.ts'
import { faultMinutes, say } from '../support/fault-time.ts'
import { ethereumAddress, subnameIn } from '../support/names.ts'
import { startServeProcess } from '../support/serve-process.ts'
import { createTenant, environmentOf, type Tenant, withContext } from '../support/service.ts'
import { newWallet, signedHeaders } from '../support/signed-headers.ts'
import { mountSmallDisk } from '../support/small-disk.ts'
import { until } from '../support/until.ts'
import { formOf, imageAt, picture, uploadPath, urlOf } from '../support/uploads.ts'
import { expectFound, expectWhole } from '../support/whole-names.ts'
import { answered, expectKept, newLedger, startWriting } from '../support/write-load.ts'

/**
 * Promised: while the disk of the database and of images is full, writes and uploads are refused with 503 and leave nothing
 * behind; reads and lookups go on; when there is room, writes go on in the same process.
 */
it(
  '503 for writes and uploads while the disk is full; rule: all else goes on, nothing is half there, and they go on when there is room',
  async (test) => {
    const disk = await mountSmallDisk(12)
    if (!disk)
      return test.skip('This user may not mount a file system (mount -t tmpfs): run it as root on Linux.')
    const environment = environmentOf(disk.folder, undefined)
    const tenant = await withContext(environment, createTenant)
    const { url, end } = await startServeProcess(environment)
    const call = await createClient(url)
    const uploading = await prepareUploads(call, tenant)
    const kept = urlOf(await uploading.upload())

    const ledger = newLedger()
    const load = await startWriting({ call, tenant, ledger }, { prefix: 'n' })
    await until('names are written', () => answered(ledger) >= 40)
    await disk.fill()
    await until('writes are refused', () => answered(ledger, 503) >= 20)

    const answeredThen = answered(ledger)
    const refusedUntil = performance.now() + faultMinutes * 60_000
    do {
      const before = await readdir(join(disk.folder, 'media'))
      expect((await uploading.upload()).status).toBe(503)
      expect(await readdir(join(disk.folder, 'media'))).toEqual(before)
      await imageAt(kept)
      const early = [...ledger.names.keys()].slice(0, 10)
      await expectKept(call, tenant, ledger, (label) => early.includes(label))
      dataOf(await call('GET', '/ens/v1/subname/ens?ensDomain=demo.eth&chainId=1'))
    } while (performance.now() < refusedUntil)
    const answeredWhileFull = answered(ledger) - answeredThen

    await disk.free()
    const freedAt = performance.now()
    const answeredAtFree = answered(ledger)
    await until('names are written again', () => answered(ledger) > answeredAtFree)
    const back = performance.now() - freedAt
    await imageAt(urlOf(await uploading.upload()))
    await until('more names are written', () => answered(ledger) > answeredAtFree + 40)
    await load.stop()
    expect([...ledger.outcomes.keys()].sort()).toEqual([200, 503])
    await expectKept(call, tenant, ledger)
    await expectFound(call, [...ledger.names.keys()].slice(-20))
    expect(await end('SIGTERM')).toBe(0)
    await expectWhole(`sqlite:${join(disk.folder, 'byname.db')}`)
    say(
      `${answered(ledger)} writes answered, ${answered(ledger, 503)} refused, ${answeredWhileFull} answered in room that ` +
        `was left inside the database's files; back ${Math.round(back)} ms after there was room`,
    )
  },
  60_000 + faultMinutes * 120_000,
)

/** Uploads images for a name of its own, another image each time. */
async function prepareUploads(call: Call, { key, demo }: Tenant) {
  const wallet = newWallet()
  const headers = { 'x-api-key': key, ...(await signedHeaders(wallet, { chainId: 1 })) }
  const body = { ...subnameIn(demo[1], 'painter'), addresses: [ethereumAddress(wallet.address)] }
  dataOf(await call('POST', '/ens/v1/subname/add', { headers, body }))
  return {
    upload: async () =>
      call('POST', uploadPath({ domain: demo[1], label: 'painter' }), {
        headers: await signedHeaders(wallet, { chainId: 1 }),
        body: formOf(await picture(256, 256).png().toBuffer()),
      }),
  }
}
