import { rm } from 'node:fs/promises'
import { basename } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import {
  deleteUnusedImages,
  maxImagesPerName,
  unusedImageGraceMs,
} from '../../../src/core/images/unused-images.ts'
import { deleteHolds, insertHold } from '../../../src/store/entities/settings.ts'
import { signedHeaders } from '../../support/credentials/signed-headers.ts'
import { addTemplate } from '../../support/entities/record-templates.ts'
import { subnameBody } from '../../support/entities/subnames.ts'
import { createFolder } from '../../support/folders.ts'
import { type ApiResponse, dataOf, expectError } from '../../support/http/api-client.ts'
import { bucketSettings, startBucket } from '../../support/media/bucket.ts'
import {
  createForm,
  createHeldName,
  type HeldName,
  randomImage,
  storedFiles,
  upload,
  uploadedUrl,
} from '../../support/media/uploads.ts'
import { describeOnEachService } from '../../support/service/describe-service.ts'
import { startTestService, type TestService } from '../../support/service/service.ts'

const day = 86_400_000

const randomPng = () => randomImage().png().toBuffer()

async function uploadNew(service: TestService, name: HeldName): Promise<string> {
  return uploadedUrl(await upload(service, name, await randomPng()))
}

async function setAvatar(
  service: TestService,
  { wallet, domain, label }: HeldName,
  value: string,
): Promise<ApiResponse> {
  return service.call('POST', '/ens/v1/subname/update', {
    headers: await signedHeaders(wallet, { chainId: 1 }),
    body: { ...subnameBody(domain, label), text: [{ key: 'avatar', value }] },
  })
}

/** Runs as if it were later than now. */
async function later<Result>(
  { clock }: TestService,
  ms: number,
  run: () => Promise<Result>,
): Promise<Result> {
  clock.offsetMs = ms
  return run().finally(() => {
    clock.offsetMs = 0
  })
}

describeOnEachService(
  'Uploads that no record names',
  (service) => {
    const files = async () => (await storedFiles(service())).map((file) => basename(file))

    it('rule: they are deleted after seven days; those that a record of any name, a domain or a template names are not', async () => {
      const [alice, bob] = [await createHeldName(service()), await createHeldName(service())]
      const unused = await uploadNew(service(), alice)
      const own = await uploadNew(service(), alice)
      const foreign = await uploadNew(service(), alice)
      const former = await uploadNew(service(), alice)
      dataOf(await setAvatar(service(), alice, former))
      dataOf(await setAvatar(service(), alice, own))
      const ofTemplate = await uploadNew(service(), alice)
      const texts = [{ key: 'avatar', value: ofTemplate }]
      await addTemplate(service(), service().demo[1], { name: 'Pictured', texts })
      // In texts above 8 KiB.
      dataOf(await setAvatar(service(), bob, `${foreign}#${'x'.repeat(9000)}`))
      const ofDomain = dataOf<{ url: string }>(
        await service().call('POST', `/ens/v1/ens/upload-to-cdn?ensId=${service().demo[1].id}`, {
          headers: { 'x-api-key': service().key },
          body: createForm(await randomPng()),
        }),
        201,
        200,
      ).url
      // Before the end of the grace, and before half a day after it, records are not read.
      for (const after of [-day, day / 4])
        expect(
          await later(service(), unusedImageGraceMs + after, () => deleteUnusedImages(service().context)),
        ).toBe(0)
      expect(
        await later(service(), unusedImageGraceMs + day, () => deleteUnusedImages(service().context)),
      ).toBe(2)
      const left = await files()
      for (const url of [own, foreign, ofDomain, ofTemplate]) expect(left).toContain(basename(url))
      for (const url of [unused, former]) expect(left).not.toContain(basename(url))
      expect((await fetch(unused)).status).toBe(404)
      // What was found in a record counts as used at that time.
      dataOf(await setAvatar(service(), alice, ''))
      expect(
        await later(service(), unusedImageGraceMs + 2 * day, () => deleteUnusedImages(service().context)),
      ).toBe(0)
      expect(
        await later(service(), 2 * unusedImageGraceMs + 3 * day, () => deleteUnusedImages(service().context)),
      ).toBe(1)
      expect(await files()).not.toContain(basename(own))
    })

    it('rule: a restored copy deletes no image while it is held', async () => {
      const { store } = service().context
      const url = await uploadNew(service(), await createHeldName(service()))
      const sweep = () =>
        later(service(), 3 * unusedImageGraceMs, () => deleteUnusedImages(service().context))
      await insertHold(store.db, { kind: 'restored', since: Date.now() })
      expect(await sweep()).toBe(0)
      expect(await files()).toContain(basename(url))
      await deleteHolds(store.db)
      expect(await sweep()).toBeGreaterThan(0)
      expect(await files()).not.toContain(basename(url))
    })

    it('rule: an image that is uploaded or named again within the time stays', async () => {
      const name = await createHeldName(service())
      const image = await randomPng()
      const url = uploadedUrl(await upload(service(), name, image))
      const named = await uploadNew(service(), name)
      await service()
        .context.store.db.updateTable('images')
        .set({ usedAt: Date.now() - unusedImageGraceMs + day })
        .execute()
      expect(uploadedUrl(await upload(service(), name, image))).toBe(url)
      dataOf(await setAvatar(service(), name, named))
      dataOf(await setAvatar(service(), name, ''))
      await later(service(), 2 * day, () => deleteUnusedImages(service().context))
      const left = await files()
      expect(left).toContain(basename(url))
      expect(left).toContain(basename(named))
    })

    it('rule: a deletion races with records and uploads: what is named or uploaded successfully is there afterwards', async () => {
      const names = await Promise.all(Array.from({ length: 10 }, () => createHeldName(service())))
      const images = await Promise.all(names.map(randomPng))
      const urls = await Promise.all(
        names.map(async (name, index) =>
          uploadedUrl(await upload(service(), name, images[index] ?? Buffer.alloc(0))),
        ),
      )
      // One day before the end, and the passes run after it.
      await service()
        .context.store.db.updateTable('images')
        .set({ usedAt: Date.now() - unusedImageGraceMs - 1 })
        .execute()
      const written = names.map(async (name, index) =>
        index % 2 === 0
          ? (await setAvatar(service(), name, urls[index] ?? '')).status
          : (await upload(service(), name, images[index] ?? Buffer.alloc(0))).status,
      )
      const passes = Array.from({ length: 3 }, () => deleteUnusedImages(service().context))
      const statuses = await Promise.all(written)
      await Promise.all(passes)
      const left = await files()
      for (const [index, status] of statuses.entries()) {
        // A record may name any URL, also one that has just ended.
        if (index % 2 === 1 && status === 201) expect(left).toContain(basename(urls[index] ?? ''))
      }
      const rows = await service()
        .context.store.db.selectFrom('images')
        .select(['name', 'deletingAt'])
        .execute()
      for (const { name, deletingAt } of rows) {
        expect(deletingAt).toBeNull()
        expect(left).toContain(name)
      }
    })

    it('rule: of uploads at once, as many are stored as there is room for', async () => {
      const name = await createHeldName(service())
      const [owner, room] = [`${name.label}.${name.domain.name}`, 4]
      const rows = Array.from({ length: maxImagesPerName - room }, (_, index) => ({
        name: `${index}`.padStart(64, 'b').concat('.png'),
        chainId: 1,
        owner,
        bytes: 1,
        usedAt: Date.now(),
        deletingAt: null,
      }))
      await service().context.store.db.insertInto('images').values(rows).execute()
      const images = await Promise.all(Array.from({ length: 12 }, randomPng))
      const responses = await Promise.all(images.map((image) => upload(service(), name, image)))
      expect(responses.filter(({ status }) => status === 201)).toHaveLength(room)
      for (const response of responses.filter(({ status }) => status !== 201))
        expectError(response, 409, 'LimitReachedException')
      const stored = service().context.store.db.selectFrom('images').where('owner', '=', owner)
      expect(await stored.selectAll().execute()).toHaveLength(maxImagesPerName)
      await service().context.store.db.deleteFrom('images').where('owner', '=', owner).execute()
    })

    it('rule: one image that two names upload at once is stored for both', async () => {
      const names = [await createHeldName(service()), await createHeldName(service())]
      const image = await randomPng()
      const urls = (await Promise.all(names.map((name) => upload(service(), name, image)))).map(uploadedUrl)
      expect(new Set(urls).size).toBe(1)
    })

    it('409 for one image too many of a name; the same image again is no further one', async () => {
      const name = await createHeldName(service())
      const first = await randomPng()
      uploadedUrl(await upload(service(), name, first))
      const { name: label } = { name: `${name.label}.${name.domain.name}` }
      const rows = Array.from({ length: maxImagesPerName - 1 }, (_, index) => ({
        name: `${index}`.padStart(64, 'a').concat('.png'),
        chainId: 1,
        owner: label,
        bytes: 1,
        usedAt: Date.now(),
        deletingAt: null,
      }))
      await service().context.store.db.insertInto('images').values(rows).execute()
      expectError(await upload(service(), name, await randomPng()), 409, 'LimitReachedException')
      uploadedUrl(await upload(service(), name, first))
      await service().context.store.db.deleteFrom('images').where('owner', '=', label).execute()
    })
  },
  { settings: { RATE_LIMIT_EXPENSIVE_PER_IP: '0' } },
)

it('rule: an unused image is deleted from a bucket, and nothing else that a row names', async () => {
  const directory = await createFolder('bucket')
  onTestFinished(() => rm(directory, { recursive: true }))
  const bucket = await startBucket(directory)
  onTestFinished(bucket.stop)
  const service = await startTestService(undefined, bucketSettings(bucket.url))
  onTestFinished(service.stop)
  const name = await createHeldName(service)
  const [unused, used] = [await uploadNew(service, name), await uploadNew(service, name)]
  dataOf(await setAvatar(service, name, used))
  const image = { chainId: 1, owner: 'a.demo.eth', bytes: 1, usedAt: 0, deletingAt: null }
  // As a restored backup may have them.
  const foreign = ['report.txt', '../avatars/report.txt']
  await service.context.store.db
    .insertInto('images')
    .values(foreign.map((name) => ({ ...image, name })))
    .execute()
  const other = unused.replace(basename(unused), 'report.txt')
  const rename = { method: 'PUT', headers: { 'x-amz-copy-source': new URL(unused).pathname } }
  expect((await fetch(other, rename)).status).toBe(200)
  expect(await later(service, unusedImageGraceMs + day, () => deleteUnusedImages(service.context))).toBe(3)
  expect((await fetch(unused)).status).toBe(404)
  for (const url of [used, other]) expect((await fetch(url)).status).toBe(200)
})
