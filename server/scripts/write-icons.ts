import { readFile, writeFile } from 'node:fs/promises'
import sharp from 'sharp'

/** Writes the icons of `web/icons` from its `favicon.svg`. They are committed: their bytes depend on the version of the library. */
const folder = new URL('../../web/icons/', import.meta.url)
const svg = await readFile(new URL('favicon.svg', folder), 'utf8')

/** Systems round the corners of these themselves, so the ground fills them. */
const square = svg.replace('rx="8"', 'rx="0"')

/** With the mark within the inner 80 %, which no mask cuts. */
const maskable = square
  .replace('viewBox="0 0 32 32"', 'viewBox="-4 -4 40 40"')
  .replace('<rect width="32" height="32"', '<rect x="-4" y="-4" width="40" height="40"')

async function draw(source: string, size: number): Promise<Buffer> {
  // Drawn at its size, not scaled; SVG has 72 dots an inch.
  return sharp(Buffer.from(source), { density: (72 * size) / 32 })
    .resize(size, size)
    .png({ compressionLevel: 9, palette: true })
    .toBuffer()
}

/** The format ICO with PNG inside: a header, an entry of 16 bytes for each image, the images. */
function toIco(images: readonly { readonly size: number; readonly bytes: Buffer }[]): Buffer {
  const header = Buffer.alloc(6 + 16 * images.length)
  header.writeUInt16LE(1, 2)
  header.writeUInt16LE(images.length, 4)
  let offset = header.length
  for (const [index, { size, bytes }] of images.entries()) {
    const entry = 6 + 16 * index
    header.writeUInt8(size, entry)
    header.writeUInt8(size, entry + 1)
    header.writeUInt16LE(1, entry + 4)
    header.writeUInt16LE(32, entry + 6)
    header.writeUInt32LE(bytes.length, entry + 8)
    header.writeUInt32LE(offset, entry + 12)
    offset += bytes.length
  }
  return Buffer.concat([header, ...images.map(({ bytes }) => bytes)])
}

const small = await Promise.all([16, 32, 48].map(async (size) => ({ size, bytes: await draw(svg, size) })))
await writeFile(new URL('favicon.ico', folder), toIco(small))
await writeFile(new URL('apple-touch-icon.png', folder), await draw(square, 180))
await writeFile(new URL('icon-192.png', folder), await draw(svg, 192))
await writeFile(new URL('icon-512.png', folder), await draw(svg, 512))
await writeFile(new URL('icon-maskable-512.png', folder), await draw(maskable, 512))
