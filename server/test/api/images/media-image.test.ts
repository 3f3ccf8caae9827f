import type { Sharp } from 'sharp'
import sharp from 'sharp'
import { expect, it } from 'vitest'
import { expectError } from '../../support/http/api-client.ts'
import { blackPng } from '../../support/media/png.ts'
import {
  createHeldName,
  expectNothingStored,
  frames,
  randomImage,
  upload,
  uploadAndFetch,
  uploadedUrl,
} from '../../support/media/uploads.ts'
import { describeService } from '../../support/service/describe-service.ts'

const secret = 'taken at home'

/** Images of each accepted format, and the format in which they are stored. */
const formats = [
  ['png', (image: Sharp) => image.png(), 'png'],
  ['jpeg', (image: Sharp) => image.jpeg(), 'jpeg'],
  ['gif', (image: Sharp) => image.gif(), 'webp'],
  ['webp', (image: Sharp) => image.webp(), 'webp'],
  ['avif', (image: Sharp) => image.avif(), 'webp'],
] as const

/** Consecutive frames, each 50 ms longer than the one before it. */
function animation(pages: readonly Buffer[], format: 'gif' | 'webp' = 'webp') {
  return sharp([...pages], { join: { animated: true } })
    .toFormat(format, { delay: pages.map((_, index) => 50 * (index + 1)), loop: 3 })
    .toBuffer()
}

describeService('An uploaded image', (service) => {
  const refuse = async (file: Uint8Array) => {
    const name = await createHeldName(service())
    const response = await expectNothingStored(service(), () => upload(service(), name, file))
    expectError(response, 400, 'BadRequestException')
  }

  it.each(formats)(
    'rule: %s is accepted, whatever its name, and stored as an image',
    async (_format, encode, kept) => {
      const { bytes, url } = await uploadAndFetch(service(), await encode(randomImage(200, 150)).toBuffer())
      expect(await sharp(bytes).metadata()).toMatchObject({ format: kept, width: 200, height: 150 })
      expect(url).toMatch(kept === 'jpeg' ? /\.jpg$/ : new RegExp(`\\.${kept}$`))
    },
  )

  it.each([
    ['avatar', 600, 300, 512, 256],
    ['avatar', 300, 600, 256, 512],
    ['avatar', 512, 512, 512, 512],
    ['avatar', 20, 10, 20, 10],
    ['avatar', 4000, 1, 512, 1],
    ['banner', 3000, 500, 1500, 250],
    ['banner', 1000, 1000, 500, 500],
    ['banner', 1500, 500, 1500, 500],
    ['banner', 600, 100, 600, 100],
  ])('rule: %s of %d × %d is stored as %d × %d', async (type, width, height, keptWidth, keptHeight) => {
    const { bytes } = await uploadAndFetch(service(), await randomImage(width, height).png().toBuffer(), type)
    expect(await sharp(bytes).metadata()).toMatchObject({ width: keptWidth, height: keptHeight })
  })

  it.each(formats.filter(([format]) => format !== 'gif'))(
    'rule: the metadata of a %s are removed',
    async (_format, encode) => {
      const described = encode(randomImage())
        .withExif({ IFD0: { Copyright: secret, Make: 'Camera' }, IFD3: { GPSLatitudeRef: 'N' } })
        .withXmp(`<?xpacket?><x:xmpmeta xmlns:x="adobe:ns:meta/">${secret}</x:xmpmeta>`)
        .withIccProfile('p3')
      const file = await described.toBuffer()
      expect(file.includes(secret)).toBe(true)
      const { bytes } = await uploadAndFetch(service(), file)
      expect(bytes.includes(secret)).toBe(false)
      const { exif, icc, xmp, iptc, comments } = await sharp(bytes).metadata()
      expect({ exif, icc, xmp, iptc, comments }).toEqual({})
    },
  )

  it('rule: colours of another profile are converted to sRGB, without a profile', async () => {
    const red = sharp({ create: { width: 8, height: 8, channels: 3, background: '#c81e32' } })
    const { bytes } = await uploadAndFetch(service(), await red.withIccProfile('p3').png().toBuffer())
    const [r = 0, g = 0, b = 0] = await sharp(bytes).raw().toBuffer()
    for (const [is, was] of [
      [r, 0xc8],
      [g, 0x1e],
      [b, 0x32],
    ] as const)
      expect(Math.abs(is - was)).toBeLessThan(4)
  })

  it('rule: an image with an EXIF orientation is stored upright', async () => {
    const rotated = await sharp(await randomImage(40, 20).png().toBuffer())
      .composite([
        { input: { create: { width: 40, height: 10, channels: 3, background: 'red' } }, gravity: 'north' },
      ])
      .withMetadata({ orientation: 6 })
      .jpeg({ quality: 100 })
      .toBuffer()
    const { bytes } = await uploadAndFetch(service(), rotated)
    const { data, info } = await sharp(bytes).raw().toBuffer({ resolveWithObject: true })
    expect(info).toMatchObject({ width: 20, height: 40 })
    const rightmost = data.subarray((info.width - 2) * 3, (info.width - 1) * 3)
    expect(rightmost[0]).toBeGreaterThan(230)
    expect(rightmost[1]).toBeLessThan(40)
  })

  it('rule: transparent parts of an image stay transparent', async () => {
    const clear = sharp({ create: { width: 8, height: 8, channels: 4, background: '#00000000' } })
    const { bytes } = await uploadAndFetch(service(), await clear.png().toBuffer())
    expect((await sharp(bytes).stats()).isOpaque).toBe(false)
  })

  it.each(['gif', 'webp'] as const)(
    'rule: an animated %s stays animated, with its timing',
    async (format) => {
      const { bytes } = await uploadAndFetch(service(), await animation(await frames(3), format))
      const kept = await sharp(bytes, { animated: true }).metadata()
      const timing = { pages: 3, delay: [50, 100, 150], loop: 3 }
      expect(kept).toMatchObject({ format: 'webp', width: 30, pageHeight: 20, ...timing })
    },
  )

  it('rule: the orientation of an animation is ignored', async () => {
    const rotated = await sharp(await animation(await frames(2)), { animated: true })
      .withMetadata({ orientation: 6 })
      .webp()
      .toBuffer()
    const { bytes } = await uploadAndFetch(service(), rotated)
    expect(await sharp(bytes).metadata()).toMatchObject({ width: 30, height: 20 })
  })

  it('rule: equal images get the same URL, different images different URLs', async () => {
    const [one, other] = [await randomImage().png().toBuffer(), await randomImage().png().toBuffer()]
    const { url } = await uploadAndFetch(service(), one)
    expect((await uploadAndFetch(service(), one)).url).toBe(url)
    expect((await uploadAndFetch(service(), one, 'banner')).url).toBe(url)
    expect((await uploadAndFetch(service(), other)).url).not.toBe(url)
  })

  it.each(
    formats.flatMap(([format, encode]) =>
      [
        ['a page', '<script>alert(1)</script>'],
        ['an archive', 'PK\x03\x04evil.class'],
      ].map(([what = '', tail = '']) => [format, what, encode, tail] as const),
    ),
  )('rule: of a %s with %s behind it only the image is stored', async (_format, _what, encode, tail) => {
    const file = Buffer.concat([await encode(randomImage()).toBuffer(), Buffer.from(tail)])
    const { bytes } = await uploadAndFetch(service(), file)
    expect(bytes.includes(tail)).toBe(false)
    expect(bytes.subarray(0, 4)).not.toEqual(Buffer.from(tail).subarray(0, 4))
  })

  it('rule: a page within the comment of a jpeg is removed', async () => {
    const page = Buffer.from('<html><script>alert(1)</script></html>')
    const jpeg = await randomImage().jpeg().toBuffer()
    const comment = Buffer.from([0xff, 0xfe, 0, page.length + 2])
    const file = Buffer.concat([jpeg.subarray(0, 2), comment, page, jpeg.subarray(2)])
    expect((await uploadAndFetch(service(), file)).bytes.includes('script')).toBe(false)
  })

  it.each([
    ['a SVG', '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><script>alert(1)</script></svg>'],
    [
      'a SVG with a declaration',
      '<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>',
    ],
    ['a page', '<!doctype html><html><body><img src=x onerror=alert(1)></body></html>'],
    ['a page that starts like a gif', 'GIF89a/*<script>alert(1)</script>*/'],
    ['a page that starts like a png', '\x89PNG\r\n\x1a\n<script>alert(1)</script>'],
    ['a script', 'alert(1)'],
    ['a PDF', '%PDF-1.7\n1 0 obj\n<<>>\nendobj\n'],
    ['a pixmap', 'P6\n1 1\n255\nabc'],
    ['nothing', ''],
  ])('400 for %s that is declared as png', (_what, content) => refuse(Buffer.from(content, 'latin1')))

  it('400 for a TIFF', async () => refuse(await randomImage().tiff().toBuffer()))

  it.each(formats)('400 for a %s that is truncated at any position', async (_format, encode) => {
    const file = await encode(randomImage(200, 150)).toBuffer()
    for (const part of [0.02, 0.5, 0.95]) await refuse(file.subarray(0, Math.floor(file.length * part)))
  })

  it('400 for a png whose pixels were changed', async () => {
    const file = await randomImage().png().toBuffer()
    await refuse(file.fill(0x41, 5_000, 5_100))
  })

  it.each([
    ['more than 40 megapixels', 20_000, 20_000],
    ['a side of more than 16,384 pixels', 16_385, 8],
    ['more pixels than numbers can count', 0x7fffffff, 0x7fffffff],
  ])('400, immediately, for a png of %s', async (_title, width, height) => {
    const file = height > 20_000 ? withSize(blackPng(8, 8), width, height) : blackPng(width, height)
    const name = await createHeldName(service())
    const before = performance.now()
    expectError(await upload(service(), name, file), 400, 'BadRequestException')
    expect(performance.now() - before).toBeLessThan(5_000)
  })

  it('200 for an image of exactly 40 megapixels', async () => {
    const { bytes } = await uploadAndFetch(service(), blackPng(8_000, 5_000))
    expect(await sharp(bytes).metadata()).toMatchObject({ width: 512, height: 320 })
  })

  it('400 for an animation of more than 120 frames', async () => {
    const pages = await frames(121)
    await refuse(await animation(pages))
    uploadedUrl(await upload(service(), await createHeldName(service()), await animation(pages.slice(1))))
  })

  it('400 for an animation whose frames have more than 40 megapixels together', async () => {
    const page = await sharp({ create: { width: 1000, height: 1000, channels: 3, background: 'red' } })
      .png()
      .toBuffer()
    const other = await sharp(page).negate().png().toBuffer()
    const pages = Array.from({ length: 41 }, (_, index) => (index % 2 ? page : other))
    await refuse(await animation(pages))
  })
})

/** The same file, with another size in its header. */
function withSize(png: Buffer, width: number, height: number): Buffer {
  png.writeUInt32BE(width, 16)
  png.writeUInt32BE(height, 20)
  return png
}
