import sharp, { type Metadata, type Sharp } from 'sharp'

/** Decoders of libvips for untrusted data. SVG, TIFF, PDF and all others are disabled. */
const allowedDecoders = [
  'VipsForeignLoadPngBuffer',
  'VipsForeignLoadJpegBuffer',
  'VipsForeignLoadNsgifBuffer',
  'VipsForeignLoadWebpBuffer',
  'VipsForeignLoadHeifBuffer',
]

/** Seconds that decoding and encoding one image may take. */
const timeoutSeconds = 10

/** Sets up libvips for this process: one thread an image, no cache, only our decoders. */
export function configureDecoder(): void {
  sharp.concurrency(1)
  sharp.cache(false)
  sharp.block({ operation: ['VipsForeignLoad'] })
  sharp.unblock({ operation: allowedDecoders })
}

/** Reads the header of an image with all its frames, without decoding pixels. Throws for other formats. */
export async function readMetadata(bytes: Uint8Array): Promise<Metadata> {
  return sharp(bytes, { animated: true, limitInputPixels: false }).metadata()
}

/**
 * Starts to decode an image; reading the result throws when the image is truncated or broken, or takes too long. An animation
 * keeps its frames; a still image is rotated by its EXIF orientation.
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
