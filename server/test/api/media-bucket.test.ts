import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import S3rver from '@20minutes/s3rver'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { expectFailure } from '../support/api-client.ts'
import { startTestService, type TestService } from '../support/service.ts'
import { heldName, imageAt, keptFiles, picture, upload, uploaded, urlOf } from '../support/uploads.ts'

/** Starts an S3 server with a bucket that everyone may read. */
async function startBucket(directory: string, port = 0) {
  const server = new S3rver({
    address: '127.0.0.1',
    port,
    directory,
    silent: true,
    configureBuckets: [{ name: 'avatars' }],
  })
  const address = await server.run()
  return { port: address.port, url: `http://127.0.0.1:${address.port}`, stop: () => server.close() }
}

const settingsOf = (url: string, changes: Readonly<Record<string, string>> = {}) => ({
  MEDIA_BUCKET: 'avatars',
  MEDIA_ENDPOINT: url,
  MEDIA_PUBLIC_URL: `${url}/avatars/`,
  MEDIA_ACCESS_KEY_ID: 'S3RVER',
  MEDIA_SECRET_ACCESS_KEY: 'S3RVER',
  ...changes,
})

describe('Images in a bucket', () => {
  let directory: string
  let bucket: Awaited<ReturnType<typeof startBucket>>
  let service: TestService

  beforeAll(async () => {
    directory = await mkdtemp(join(tmpdir(), 'byname-bucket-'))
    bucket = await startBucket(directory)
    service = await startTestService(undefined, settingsOf(bucket.url))
  })
  afterAll(async () => {
    await service.stop()
    await bucket.stop()
    await rm(directory, { recursive: true })
  })

  it('200 with a URL of the bucket, where the image is, as what it is, to be cached for good', async () => {
    const url = urlOf(await upload(service, await heldName(service), await picture().jpeg().toBuffer()))
    expect(url).toMatch(new RegExp(`^${bucket.url}/avatars/[0-9a-f]{64}\\.jpg$`))
    const { headers } = await imageAt(url)
    expect(headers.get('content-type')).toBe('image/jpeg')
    expect(headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
  })

  it('rule: nothing is kept on this machine', async () => {
    urlOf(await upload(service, await heldName(service), await picture().png().toBuffer()))
    expect(await keptFiles(service)).toEqual([])
  })

  it('rule: the same image twice gets the same URL', async () => {
    const image = await picture().png().toBuffer()
    const name = await heldName(service)
    const url = urlOf(await upload(service, name, image))
    expect(urlOf(await upload(service, name, image))).toBe(url)
  })

  it('503 while the bucket is down, and 200 when it is back', async () => {
    const [name, image] = [await heldName(service), await picture().png().toBuffer()]
    await bucket.stop()
    const answer = await upload(service, name, image)
    expectFailure(answer, 503, 'ServiceUnavailableException')
    expect(answer.headers.get('retry-after')).toBe('1')
    bucket = await startBucket(directory, bucket.port)
    await imageAt(urlOf(await upload(service, name, image)))
  })

  it.each([
    ['a secret that is wrong', { MEDIA_SECRET_ACCESS_KEY: 'not-the-secret' }],
    ['a bucket that does not exist', { MEDIA_BUCKET: 'none' }],
  ])('500 without a word on why, for %s', async (_title, changes) => {
    const misled = await startTestService(undefined, settingsOf(bucket.url, changes))
    try {
      const answer = await upload(misled, await heldName(misled), await picture().png().toBuffer())
      expectFailure(answer, 500, 'InternalServerErrorException')
      expect(JSON.stringify(answer.body)).not.toMatch(/bucket|secret|S3RVER|none/i)
    } finally {
      await misled.stop()
    }
  })
})

it('rule: images from before the bucket stay where they are', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'byname-moved-'))
  const before = await startTestService(undefined, { DATA_DIR: folder })
  const { url, bytes } = await uploaded(before, await picture().png().toBuffer())
  await before.stop()
  const after = await startTestService(undefined, {
    DATA_DIR: folder,
    DATABASE_URL: `sqlite:${folder}/other.db`,
    ...settingsOf('http://127.0.0.1:9'),
  })
  expect(await imageAt(after.url + new URL(url).pathname)).toMatchObject({ bytes })
  await after.stop()
  await rm(folder, { recursive: true })
})
