import { rm } from 'node:fs/promises'
import { basename } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import {
  deleteUnusedImages,
  maxImagesPerName,
  unusedImageGraceMs,
} from '../../../src/core/images/unused-images.ts'
import { signedHeaders } from '../../support/credentials/signed-headers.ts'
import { getSubname, subnameBody } from '../../support/entities/subnames.ts'
import { createFolder } from '../../support/folders.ts'
import { dataOf, expectError } from '../../support/http/api-client.ts'
import { bucketSettings, startBucket } from '../../support/media/bucket.ts'
import { startBucketProxy } from '../../support/media/bucket-proxy.ts'
import {
  createHeldName,
  fetchImage,
  type HeldName,
  randomImage,
  upload,
  uploadedUrl,
} from '../../support/media/uploads.ts'
import { startTestService, type TestService } from '../../support/service/service.ts'
import { waitUntil } from '../../support/wait-until.ts'

const day = 86_400_000

const randomPng = () => randomImage().png().toBuffer()

describe('A bucket that fails', () => {
  let directory: string
  let bucket: Awaited<ReturnType<typeof startBucket>>
  let proxy: Awaited<ReturnType<typeof startBucketProxy>>
  let service: TestService

  beforeAll(async () => {
    directory = await createFolder('bucket')
    bucket = await startBucket(directory)
    proxy = await startBucketProxy(bucket.url)
    const settings = bucketSettings(proxy.url.slice(0, -1), {
      MEDIA_PUBLIC_URL: `${bucket.url}/avatars/`,
      RATE_LIMIT_EXPENSIVE_PER_IP: '0',
    })
    service = await startTestService(undefined, settings)
  })
  beforeEach(() => {
    proxy.faults.clear()
    proxy.methods.length = 0
  })
  afterAll(async () => {
    await service?.stop()
    await proxy?.close()
    await bucket?.stop()
    await rm(directory, { recursive: true })
  })

  const images = () => service.context.store.db.selectFrom('images')

  /** Gives a name rows of images that were used so long ago. */
  const addRows = (name: HeldName, count: number, ageMs = 0) =>
    service.context.store.db
      .insertInto('images')
      .values(
        Array.from({ length: count }, (_, index) => ({
          name: `${name.label.slice(1)}${index}`.padStart(64, 'a').concat('.png'),
          chainId: 1,
          owner: `${name.label}.${name.domain.name}`,
          bytes: 1,
          usedAt: Date.now() - ageMs,
          deletingAt: null,
        })),
      )
      .execute()

  const sweep = async (afterMs: number) => {
    service.clock.offsetMs = afterMs
    return deleteUnusedImages(service.context).finally(() => {
      service.clock.offsetMs = 0
    })
  }

  it.each([500, 507, 503])(
    '503 for an upload that gets %d; rule: it is no image of the name',
    async (status) => {
      const name = await createHeldName(service)
      await addRows(name, maxImagesPerName - 1)
      proxy.faults.set('PUT', status)
      const image = await randomPng()
      for (const failing of [image, await randomPng(), await randomPng()])
        expectError(await upload(service, name, failing), 503, 'ServiceUnavailableException')
      proxy.faults.clear()
      await fetchImage(uploadedUrl(await upload(service, name, image)))
      expectError(await upload(service, name, await randomPng()), 409, 'LimitReachedException')
      uploadedUrl(await upload(service, name, image))
    },
  )

  it.each(['silent', 'endless'] as const)(
    '503 within half a minute while the bucket is %s; rule: nothing is taken, and other requests are answered meanwhile',
    async (fault) => {
      const name = await createHeldName(service)
      await addRows(name, 1, unusedImageGraceMs + day)
      for (const method of ['PUT', 'DELETE']) proxy.faults.set(method, fault)
      const startedAt = performance.now()
      const images = await Promise.all([randomPng(), randomPng()])
      const uploads = Promise.all(images.map((image) => upload(service, name, image)))
      const pass = sweep(0).catch((error: unknown) => error)
      await waitUntil('the bucket is asked', () =>
        ['PUT', 'DELETE'].every((method) => proxy.methods.includes(method)),
      )
      dataOf(await getSubname(service, name.domain, name.label))
      await createHeldName(service)
      expect(performance.now() - startedAt).toBeLessThan(10_000)
      for (const response of await uploads) expectError(response, 503, 'ServiceUnavailableException')
      expect(await pass).toMatchObject({ name: 'ServiceUnavailableException' })
      expect(performance.now() - startedAt).toBeLessThan(30_000)
      proxy.faults.clear()
      await fetchImage(uploadedUrl(await upload(service, name, images[0] ?? Buffer.alloc(0))))
    },
  )

  it('rule: an image is stored whatever ETag the bucket returns', async () => {
    const name = await createHeldName(service)
    proxy.faults.set('PUT', 'wrong-etag')
    await fetchImage(uploadedUrl(await upload(service, name, await randomPng())))
  })

  it('rule: an upload that failed does not take an image from a name that uploads it, or names it', async () => {
    const [first, second] = [await createHeldName(service), await createHeldName(service)]
    const [image, named] = [await randomPng(), await randomPng()]
    const url = uploadedUrl(await upload(service, second, image))
    proxy.faults.set('PUT', 500)
    for (const each of [image, named])
      expectError(await upload(service, first, each), 503, 'ServiceUnavailableException')
    proxy.faults.clear()
    const owners = await images()
      .select(['name', 'owner'])
      .where('owner', 'in', ['', owner(second)])
      .execute()
    expect(owners).toContainEqual({ name: basename(url), owner: owner(second) })
    const failed = await images().select('name').where('owner', '=', '').orderBy('usedAt', 'desc').execute()
    const value = `https://images.example/${failed[0]?.name}`
    dataOf(
      await service.call('POST', '/ens/v1/subname/update', {
        headers: await signedHeaders(second.wallet, { chainId: 1 }),
        body: { ...subnameBody(second.domain, second.label), text: [{ key: 'avatar', value }] },
      }),
    )
    await sweep(day)
    expect(
      await images()
        .select('name')
        .where('name', '=', failed[0]?.name ?? '')
        .execute(),
    ).toHaveLength(1)
  })

  it('rule: images of uploads that failed are deleted half a day later', async () => {
    const name = await createHeldName(service)
    proxy.faults.set('PUT', 500)
    expectError(await upload(service, name, await randomPng()), 503, 'ServiceUnavailableException')
    proxy.faults.clear()
    const failed = () =>
      images()
        .select('name')
        .where('owner', '=', '')
        .where('usedAt', '<', Date.now() - day)
        .execute()
    expect((await failed()).length).toBeGreaterThan(0)
    await sweep(day)
    expect(await failed()).toEqual([])
  })

  it('rule: an image that the bucket does not let go keeps no other, and can be uploaded again', async () => {
    const name = await createHeldName(service)
    const image = await randomPng()
    const url = uploadedUrl(await upload(service, name, image))
    await addRows(name, 3, unusedImageGraceMs + day)
    await images().select('name').execute()
    await service.context.store.db
      .updateTable('images')
      .set({ usedAt: Date.now() - unusedImageGraceMs - 2 * day })
      .where('name', '=', basename(url))
      .execute()
    proxy.faults.set('DELETE', 403)
    proxy.methods.length = 0
    await expect(sweep(0)).rejects.toThrow('The bucket rejected')
    expect(proxy.methods.filter((method) => method === 'DELETE').length).toBeGreaterThanOrEqual(4)
    expect(await images().select('name').where('deletingAt', 'is not', null).execute()).toEqual([])
    expect(uploadedUrl(await upload(service, name, image))).toBe(url)
    // Not before half a day.
    proxy.methods.length = 0
    expect(await sweep(day / 4)).toBe(0)
    expect(proxy.methods).toEqual([])
    proxy.faults.clear()
    expect(await sweep(day)).toBeGreaterThanOrEqual(3)
    await fetchImage(url)
  })

  it('rule: while the bucket is down, a pass asks it once, and the next one is half a day later', async () => {
    const name = await createHeldName(service)
    await addRows(name, 20, unusedImageGraceMs + day)
    proxy.faults.set('DELETE', 500)
    proxy.methods.length = 0
    await expect(sweep(0)).rejects.toMatchObject({ name: 'ServiceUnavailableException' })
    // The client of the bucket sends it twice.
    expect(proxy.methods).toEqual(['DELETE', 'DELETE'])
    expect(await sweep(day / 4)).toBe(0)
    expect(proxy.methods).toHaveLength(2)
    proxy.faults.clear()
    expect(await sweep(day)).toBeGreaterThanOrEqual(20)
  })

  const owner = ({ label, domain }: HeldName) => `${label}.${domain.name}`
})
