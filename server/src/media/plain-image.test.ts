import { randomBytes } from 'node:crypto'
import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import { adoptImage, normalizeImage } from './image.ts'
import { plainTypeOf } from './plain-image.ts'

const raw = (width: number, height: number, channels: 3 | 4 = 3) =>
  sharp(randomBytes(width * height * channels), { raw: { width, height, channels } })

const bounds = { width: 512, height: 512 }

async function animation(): Promise<Buffer> {
  const frames = await Promise.all([1, 2, 3].map(() => raw(30, 20, 4).png().toBuffer()))
  return sharp(frames, { join: { animated: true } })
    .gif()
    .toBuffer()
}

describe('A plain image', () => {
  it.each([
    ['png', 'png', () => raw(70, 50, 4).png().toBuffer()],
    ['a large png', 'png', () => raw(900, 900).png().toBuffer()],
    ['a png of few colours', 'png', () => raw(40, 40).png({ palette: true, colours: 8 }).toBuffer()],
    ['jpeg', 'jpg', () => raw(70, 50).jpeg().toBuffer()],
    ['jpeg in grey', 'jpg', () => raw(70, 50).greyscale().jpeg().toBuffer()],
    ['webp', 'webp', () => raw(70, 50).webp().toBuffer()],
    ['webp with transparency', 'webp', () => raw(71, 51, 4).webp().toBuffer()],
    ['a gif that moves', 'webp', animation],
    ['avif', 'webp', () => raw(70, 50).avif().toBuffer()],
  ])(
    'rule: what an upload of %s is stored as is plain, and is adopted byte for byte',
    async (_title, type, encode) => {
      const stored = await normalizeImage(await encode(), bounds)
      expect(plainTypeOf(stored.bytes)).toBe(type)
      const adopted = await adoptImage(stored.bytes, { width: 1500, height: 512 })
      expect([adopted.name, adopted.contentType]).toEqual([stored.name, stored.contentType])
      expect(Buffer.from(adopted.bytes).equals(stored.bytes)).toBe(true)
    },
  )

  const exif = { IFD0: { Copyright: 'secret place' } }
  it.each([
    ['a png with metadata', () => raw(70, 50).withExif(exif).png().toBuffer()],
    ['a jpeg with metadata', () => raw(70, 50).withExif(exif).jpeg().toBuffer()],
    ['a webp with metadata', () => raw(70, 50).withExif(exif).webp().toBuffer()],
    ['a png with a page behind it', async () => withTail(await raw(70, 50).png().toBuffer())],
    ['a jpeg with a page behind it', async () => withTail(await raw(70, 50).jpeg().toBuffer())],
    ['a webp with a page behind it', async () => withTail(await raw(70, 50).webp().toBuffer())],
    ['a jpeg with a colour profile', () => raw(70, 50).withIccProfile('p3').jpeg().toBuffer()],
    ['an image that is too large', () => raw(600, 600).png().toBuffer()],
  ])('rule: %s is encoded again when it is adopted', async (_title, encode) => {
    const given = await encode()
    const adopted = await adoptImage(given, bounds)
    expect(Buffer.from(adopted.bytes).equals(given)).toBe(false)
    expect(Buffer.from(adopted.bytes).includes('secret place')).toBe(false)
    expect(Buffer.from(adopted.bytes).includes('<script>')).toBe(false)
    expect(plainTypeOf(adopted.bytes)).toBeDefined()
  })

  it('errors: what is no image, and one that is cut, is refused', async () => {
    const png = await raw(70, 50).png().toBuffer()
    const error = { name: 'BadRequestException' }
    for (const bytes of [Buffer.from('<svg/>'), Buffer.alloc(0), png.subarray(0, png.length / 2)])
      await expect(adoptImage(bytes, bounds)).rejects.toMatchObject(error)
    const jpeg = await raw(70, 50).jpeg().toBuffer()
    for (let length = 0; length < jpeg.length; length += 7)
      expect(plainTypeOf(jpeg.subarray(0, length))).toBeUndefined()
  })
})

function withTail(bytes: Buffer): Buffer {
  return Buffer.concat([bytes, Buffer.from('<script>alert(1)</script>')])
}
