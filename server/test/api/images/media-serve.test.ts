import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { expectError } from '../../support/http/api-client.ts'
import {
  createHeldName,
  fetchImage,
  randomImage,
  storedFiles,
  upload,
  uploadAndFetch,
  uploadedUrl,
} from '../../support/media/uploads.ts'
import { describeService } from '../../support/service/describe-service.ts'

describeService('GET /media/{name}', (service) => {
  it.each([
    ['png', 'image/png'],
    ['jpeg', 'image/jpeg'],
    ['webp', 'image/webp'],
  ] as const)(
    '200 for a %s, as %s, with an immutable cache policy and a policy against execution',
    async (format, contentType) => {
      const { url } = await uploadAndFetch(service(), await randomImage().toFormat(format).toBuffer())
      const { headers } = await fetchImage(url)
      expect(Object.fromEntries(headers)).toMatchObject({
        'content-type': contentType,
        'cache-control': 'public, max-age=31536000, immutable',
        'x-content-type-options': 'nosniff',
        'content-security-policy': "default-src 'none'; sandbox",
        'content-disposition': `inline; filename="${new URL(url).pathname.split('/').at(-1)}"`,
        'cross-origin-resource-policy': 'cross-origin',
        'access-control-allow-origin': '*',
      })
    },
  )

  it('200 for HEAD, with the length and no body', async () => {
    const { url, bytes } = await uploadAndFetch(service(), await randomImage().png().toBuffer())
    const response = await fetch(url, { method: 'HEAD' })
    expect(response.headers.get('content-length')).toBe(`${bytes.length}`)
    expect(await response.text()).toBe('')
  })

  it('rule: an image is one whole file of that name, and an upload leaves no other', async () => {
    const { url, bytes } = await uploadAndFetch(service(), await randomImage().png().toBuffer())
    const files = await storedFiles(service())
    const name = url.slice(`${service().url}/media/`.length)
    expect(files).toContain(name)
    expect(files.filter((file) => !/^[0-9a-f]{64}\.(png|jpg|webp)$/.test(file))).toEqual([])
    expect(await readFile(join(service().context.config.mediaFolder, name))).toEqual(bytes)
  })

  it.each([
    [`${'0'.repeat(64)}.png`],
    [`${'0'.repeat(64)}.svg`],
    ['..%2fbyname.db'],
    ['..%2F..%2F..%2Fetc%2Fpasswd'],
    ['%2e%2e%2fbyname.db'],
    ['..%5cbyname.db'],
    ['%00'],
    ['.'],
    ['secret.txt'],
    ['%2fetc%2fpasswd'],
    [`${'0'.repeat(64)}.png%00.txt`],
    [`${'0'.repeat(64)}.png%0a`],
  ])('404 for %s', async (name) => {
    const { mediaFolder } = service().context.config
    uploadedUrl(
      await upload(service(), await createHeldName(service()), await randomImage().png().toBuffer()),
    )
    await writeFile(join(mediaFolder, 'secret.txt'), 'secret')
    expectError(await service().call('GET', `/media/${name}`), 404, 'NotFoundException')
  })
})

describeService(
  'An image of a service with a public URL',
  (service) => {
    it('rule: the URL of an image begins with the public URL', async () => {
      const url = uploadedUrl(
        await upload(service(), await createHeldName(service()), await randomImage().png().toBuffer()),
      )
      expect(url).toMatch(/^https:\/\/names\.example\/media\/[0-9a-f]{64}\.png$/)
    })
  },
  { settings: { PUBLIC_URL: 'https://names.example/' } },
)
