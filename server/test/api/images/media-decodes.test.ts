import { expect, it, onTestFinished, test } from 'vitest'
import { openMedia } from '../../../src/media/open-media.ts'
import { createAdminKey } from '../../support/credentials/api-keys.ts'
import { createWallet } from '../../support/credentials/signed-headers.ts'
import { ethereumAddress, seedSubname } from '../../support/entities/subnames.ts'
import { temporaryFolder } from '../../support/folders.ts'
import { blackPng } from '../../support/media/png.ts'
import { createForm, createHeldName, randomImage, upload, uploadedUrl } from '../../support/media/uploads.ts'
import { describeService } from '../../support/service/describe-service.ts'

/** A quota that is never used up, and counts decodes. */
function countDecodes() {
  const decodes = { count: 0 }
  const quota = { assertRemaining: () => {}, spend: () => void decodes.count++ }
  return { decodes, quota }
}

const admit = async () => ({ confirm: async () => {}, giveBack: async () => {} })

async function openTestMedia() {
  const media = await openMedia({ folder: await temporaryFolder(), bucket: undefined })
  onTestFinished(media.close)
  return media
}

const bounds = { width: 64, height: 64 }
const rendering = { ...bounds, maxPixels: 1_000_000 }

test('rule: equal images are decoded once for each size, one after the other and at the same time', async () => {
  const media = await openTestMedia()
  const { decodes, quota } = countDecodes()
  const image = await randomImage().png().toBuffer()
  const copies = [image, Buffer.from(image), Buffer.from(image)]
  const first = await Promise.all(copies.map((bytes) => media.render(bytes, { ...rendering, quota })))
  expect(new Set([...first, await media.render(image, { ...rendering, quota })]).size).toBe(1)
  expect(decodes.count).toBe(1)
  await media.render(image, { ...rendering, width: 128, quota })
  expect(decodes.count).toBe(2)
  const urls = await Promise.all(copies.map((bytes) => media.save(bytes, bounds, { quota, admit })))
  expect(new Set([...urls, await media.save(image, bounds, { quota, admit })]).size).toBe(1)
  expect(decodes.count).toBe(3)
})

test('rule: a broken image is decoded once', async () => {
  const media = await openTestMedia()
  const { decodes, quota } = countDecodes()
  const image = (await randomImage().png().toBuffer()).subarray(0, 2000)
  for (let time = 0; time < 3; time++) {
    await expect(media.render(image, { ...rendering, quota })).rejects.toThrow('The image is broken')
    await expect(media.save(image, bounds, { quota, admit })).rejects.toThrow('The image is broken')
  }
  expect(decodes.count).toBe(2)
})

test('rule: nothing is decoded for a client whose quota is used up, and known images are still sent', async () => {
  const media = await openTestMedia()
  const { decodes, quota } = countDecodes()
  const [known, other] = [await randomImage().png().toBuffer(), await randomImage().png().toBuffer()]
  const image = await media.render(known, { ...rendering, quota })
  const usedUp = {
    ...quota,
    assertRemaining: () => {
      throw new Error('used up')
    },
  }
  expect(await media.render(known, { ...rendering, quota: usedUp })).toBe(image)
  for (const decode of [
    () => media.render(other, { ...rendering, quota: usedUp }),
    () => media.save(other, bounds, { quota: usedUp, admit }),
  ])
    await expect(decode()).rejects.toThrow('used up')
  expect(decodes.count).toBe(1)
  // A refusal is no result.
  await media.render(other, { ...rendering, quota })
})

describeService(
  'The decoding time of a client',
  (service) => {
    let names = 0
    const avatarOf = async (value: string) => {
      const label = `d${names++}`
      await seedSubname(service(), service().demo[1], label, {
        addresses: [ethereumAddress(createWallet().address)],
        text: [{ key: 'avatar', value }],
      })
      return async (address: string, size = 64) => {
        const url = `${service().url}/byname/v1/names/${label}.demo.eth/avatar?chainId=1&size=${size}`
        const response = await fetch(url, { headers: { 'x-forwarded-for': address } })
        const { status, headers } = response
        return { status, headers, text: await response.text() }
      }
    }
    const inline = async (png: Buffer) => avatarOf(`data:image/png;base64,${png.toString('base64')}`)
    const small = () => randomImage(20, 10).png().toBuffer()

    it('429 for an image in a record, at its first size or another, until the minute is over', async () => {
      const [one, other] = [await inline(await small()), await inline(await small())]
      const address = '203.0.113.1'
      expect((await one(address)).status).toBe(200)
      for (const read of [() => other(address), () => one(address, 128)]) {
        const refused = await read()
        expect(refused.status).toBe(429)
        expect(refused.headers.get('ratelimit')).toMatch(/"decoding";r=0;t=\d+/)
        expect(refused.headers.get('retry-after')).toMatch(/^\d+$/)
        expect(refused.text).toContain('of decoding images')
      }
      expect((await one(address)).status).toBe(200)
      expect((await other('203.0.113.2')).status).toBe(200)
      service().clock.offsetMs += 60_000
      expect((await one(address, 128)).status).toBe(200)
    })

    it('429 for uploads for names and for domains', async () => {
      const address = '127.0.0.1'
      const [name, file] = [await createHeldName(service()), await small()]
      uploadedUrl(await upload(service(), name, file))
      expect((await upload(service(), name, await small())).status).toBe(429)
      const key = await createAdminKey(service())
      const path = `/ens/v1/ens/upload-to-cdn?ensId=${name.domain.id}`
      const headers = { 'x-api-key': key, 'x-forwarded-for': address }
      const refused = await service().call('POST', path, { headers, body: createForm(await small()) })
      expect(refused.status).toBe(429)
      // It was decoded before.
      uploadedUrl(await upload(service(), name, file))
    })

    it('502 for data of more than 4 megapixels, which an upload may have', async () => {
      const png = blackPng(2001, 2000)
      const response = await (await inline(png))('203.0.113.3')
      expect(response.status).toBe(502)
      expect(response.text).toContain('4 megapixels')
    })
  },
  { settings: { TRUSTED_PROXIES: 'loopback' }, config: { decodingMsPerClient: 1 } },
)
