import sharp, { type Metadata, type Sharp } from 'sharp'

/** libvips decoders for untrusted data; SVG, TIFF, PDF and all others are disabled. */
const allowedDecoders = [
  'VipsForeignLoadPngBuffer',
  'VipsForeignLoadJpegBuffer',
  'VipsForeignLoadNsgifBuffer',
  'VipsForeignLoadWebpBuffer',
  'VipsForeignLoadHeifBuffer',
]

const timeoutSeconds = 10

/** One thread an image, no cache, only our decoders. */
export function configureDecoder(): void {
  sharp.concurrency(1)
  sharp.cache(false)
  sharp.block({ operation: ['VipsForeignLoad'] })
  sharp.unblock({ operation: allowedDecoders })
}

/** Decodes no pixels. Throws for other formats. */
export async function readMetadata(bytes: Uint8Array): Promise<Metadata> {
  return sharp(bytes, { animated: true, limitInputPixels: false }).metadata()
}

/**
 * Reading the result throws when the image is broken or takes too long. Rotates still images by their EXIF orientation.
 */
export function decode(
  bytes: Uint8Array,
  { animated, pixels }: { animated: boolean; pixels: number },
): Sharp {
  return sharp(bytes, { animated, autoOrient: !animated, limitInputPixels: pixels, failOn: 'error' }).timeout(
    {
      seconds: timeoutSeconds,
    },
  )
}
