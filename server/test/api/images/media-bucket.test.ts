import { rm } from 'node:fs/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createFolder } from '../../support/folders.ts'
import { expectError } from '../../support/http/api-client.ts'
import { bucketSettings, startBucket } from '../../support/media/bucket.ts'
import {
  createHeldName,
  fetchImage,
  randomImage,
  storedFiles,
  upload,
  uploadAndFetch,
  uploadedUrl,
} from '../../support/media/uploads.ts'
import { startTestService, type TestService } from '../../support/service/service.ts'

describe('Images in a bucket', () => {
  let directory: string
  let bucket: Awaited<ReturnType<typeof startBucket>>
  let service: TestService

  beforeAll(async () => {
    directory = await createFolder('bucket')
    bucket = await startBucket(directory)
    service = await startTestService(undefined, bucketSettings(bucket.url))
  })
  afterAll(async () => {
    await service.stop()
    await bucket.stop()
    await rm(directory, { recursive: true })
  })

  it('200 with a URL of the bucket, where the image is stored with its type and an immutable cache policy', async () => {
    const url = uploadedUrl(
      await upload(service, await createHeldName(service), await randomImage().jpeg().toBuffer()),
    )
    expect(url).toMatch(new RegExp(`^${bucket.url}/avatars/[0-9a-f]{64}\\.jpg$`))
    const { headers } = await fetchImage(url)
    expect(headers.get('content-type')).toBe('image/jpeg')
    expect(headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
  })

  it('rule: no image is stored on this machine', async () => {
    uploadedUrl(await upload(service, await createHeldName(service), await randomImage().png().toBuffer()))
    expect(await storedFiles(service)).toEqual([])
  })

  it('rule: the same image twice gets the same URL', async () => {
    const image = await randomImage().png().toBuffer()
    const name = await createHeldName(service)
    const url = uploadedUrl(await upload(service, name, image))
    expect(uploadedUrl(await upload(service, name, image))).toBe(url)
  })

  it('503 while the bucket is down, and 200 when it is back', async () => {
    const [name, image] = [await createHeldName(service), await randomImage().png().toBuffer()]
    const { media } = service.context
    expect(await media.check()).toBeUndefined()
    await bucket.stop()
    const response = await upload(service, name, image)
    expectError(response, 503, 'ServiceUnavailableException')
    expect(response.headers.get('retry-after')).toBe('1')
    expect(await media.check()).toBe('the bucket does not respond')
    bucket = await startBucket(directory, bucket.port)
    expect(await media.check()).toBeUndefined()
    await fetchImage(uploadedUrl(await upload(service, name, image)))
  })

  it.each([
    ['a secret that is wrong', { MEDIA_SECRET_ACCESS_KEY: 'not-the-secret' }],
    ['a bucket that does not exist', { MEDIA_BUCKET: 'none' }],
  ])('500 without a reason in the response, for %s', async (_title, changes) => {
    const misconfigured = await startTestService(undefined, bucketSettings(bucket.url, changes))
    try {
      const response = await upload(
        misconfigured,
        await createHeldName(misconfigured),
        await randomImage().png().toBuffer(),
      )
      expectError(response, 500, 'InternalServerErrorException')
      expect(JSON.stringify(response.body)).not.toMatch(/bucket|secret|S3RVER|none/i)
    } finally {
      await misconfigured.stop()
    }
  })
})

it('rule: images from before the bucket are still served', async () => {
  const folder = await createFolder('moved')
  const before = await startTestService(undefined, { DATA_DIR: folder })
  const { url, bytes } = await uploadAndFetch(before, await randomImage().png().toBuffer())
  await before.stop()
  const after = await startTestService(undefined, {
    DATA_DIR: folder,
    DATABASE_URL: `sqlite:${folder}/other.db`,
    ...bucketSettings('http://127.0.0.1:9'),
  })
  expect(await fetchImage(after.url + new URL(url).pathname)).toMatchObject({ bytes })
  await after.stop()
  await rm(folder, { recursive: true })
})
