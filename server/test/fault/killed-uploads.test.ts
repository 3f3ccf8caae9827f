import { readdir, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { readConfig } from '../../src/config/config.ts'
import { createContext } from '../../src/context.ts'
import { deleteUnusedImages, maxImagesPerName } from '../../src/core/images/unused-images.ts'
import { createWallet } from '../support/credentials/signed-headers.ts'
import { describeOnEachDatabase } from '../support/databases/stores.ts'
import { ethereumAddress, subnameBody } from '../support/entities/subnames.ts'
import { temporaryFolder } from '../support/folders.ts'
import { createClient, expectError, ignoreConnectionError } from '../support/http/api-client.ts'
import { bucketSettings, startBucket } from '../support/media/bucket.ts'
import { startBucketProxy } from '../support/media/bucket-proxy.ts'
import { randomImage, upload, uploadedUrl } from '../support/media/uploads.ts'
import { startServeProcess } from '../support/service/serve-process.ts'
import { createTenant, type Settings, testEnvironment, withContext } from '../support/service/service.ts'
import { waitUntil } from '../support/wait-until.ts'

const hour = 3_600_000

const randomPng = () => randomImage().png().toBuffer()

/** Deletes unused images as a process does, so much later. */
async function sweep(environment: Settings, afterMs: number): Promise<number> {
  const { config, secrets } = readConfig(environment)
  const context = await createContext(config, secrets, { clock: () => Date.now() + afterMs })
  return deleteUnusedImages(context).finally(context.close)
}

describeOnEachDatabase('An upload whose process is killed', (databases) => {
  it('rule: it takes a place of its name for half a day, and is stored when it is sent again', async () => {
    const bucket = await startBucket(await temporaryFolder())
    onTestFinished(bucket.stop)
    const proxy = await startBucketProxy(bucket.url)
    onTestFinished(proxy.close)
    const environment = testEnvironment(await temporaryFolder(), await databases.createMigrated(), {
      ...bucketSettings(proxy.url.slice(0, -1), { MEDIA_PUBLIC_URL: `${bucket.url}/avatars/` }),
      RATE_LIMIT_EXPENSIVE_PER_IP: '0',
    })
    const tenant = await withContext(environment, createTenant)
    const start = async () => {
      const { url, end } = await startServeProcess(environment)
      return { call: await createClient(url), end }
    }
    const name = { domain: tenant.demo[1], label: 'alice', wallet: createWallet() }
    const images = () =>
      withContext(environment, ({ store }) => store.db.selectFrom('images').selectAll().execute())

    const killed = await start()
    await killed.call('POST', '/ens/v1/subname/add', {
      headers: { 'x-api-key': tenant.key },
      body: {
        ...subnameBody(name.domain, name.label),
        addresses: [ethereumAddress(name.wallet.address)],
        overrideSignatureCheck: true,
      },
    })
    const stored = uploadedUrl(await upload(killed, name, await randomPng()))
    const interrupted = [await randomPng(), await randomPng()]
    proxy.faults.set('PUT', 'silent')
    const uploads = interrupted.map((image) => upload(killed, name, image).catch(ignoreConnectionError))
    await waitUntil(
      'both are being stored',
      () => proxy.methods.filter((method) => method === 'PUT').length === 3,
    )
    await killed.end('SIGKILL')
    expect(await Promise.all(uploads)).toEqual([undefined, undefined])
    proxy.faults.clear()
    expect(await images()).toHaveLength(3)

    const { call } = await start()
    await withContext(environment, ({ store }) =>
      store.db
        .insertInto('images')
        .values(
          Array.from({ length: maxImagesPerName - 3 }, (_, index) => ({
            name: `${index}`.padStart(64, 'a').concat('.png'),
            chainId: 1,
            owner: 'alice.demo.eth',
            bytes: 1,
            usedAt: Date.now(),
            deletingAt: null,
          })),
        )
        .execute(),
    )
    expectError(await upload({ call }, name, await randomPng()), 409, 'LimitReachedException')
    const again = uploadedUrl(await upload({ call }, name, interrupted[0] ?? Buffer.alloc(0)))
    expect(await sweep(environment, hour)).toBe(0)
    expect(await sweep(environment, 13 * hour)).toBe(1)
    expect(await images()).toHaveLength(maxImagesPerName - 1)
    for (const url of [stored, again]) expect((await fetch(url)).status).toBe(200)
    uploadedUrl(await upload({ call }, name, await randomPng()))
  })

  it('rule: a temporary file that it left is removed with its row, and one of an upload in progress is not', async () => {
    const environment = testEnvironment(await temporaryFolder(), await databases.createMigrated())
    const folder = readConfig(environment).config.mediaFolder
    await withContext(environment, async (context) => {
      const put = { quota: { assertRemaining: () => {}, spend: () => {} } }
      await context.media.save(
        await randomPng(),
        { width: 64, height: 64 },
        {
          ...put,
          admit: async () => ({ confirm: async () => {}, giveBack: async () => {} }),
        },
      )
      await context.store.db
        .insertInto('images')
        .values({
          name: `${'b'.repeat(64)}.png`,
          chainId: 1,
          owner: '',
          bytes: 1,
          usedAt: 0,
          deletingAt: null,
        })
        .execute()
    })
    for (const name of ['.left', '.recent']) await writeFile(join(folder, name), 'part')
    const longAgo = new Date(Date.now() - hour)
    await utimes(join(folder, '.left'), longAgo, longAgo)
    expect(await sweep(environment, 0)).toBe(1)
    const left = await readdir(folder)
    expect(left).toContain('.recent')
    expect(left).not.toContain('.left')
    expect(left).toHaveLength(2)
  })
})
