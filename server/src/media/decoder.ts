import sharp, { type Metadata, type Sharp } from 'sharp'

/** Decoders of libvips that strangers' bytes may reach. SVG, TIFF, PDF and all others stay shut. */
const allowedDecoders = [
  'VipsForeignLoadPngBuffer',
  'VipsForeignLoadJpegBuffer',
  'VipsForeignLoadNsgifBuffer',
  'VipsForeignLoadWebpBuffer',
  'VipsForeignLoadHeifBuffer',
]

/** Seconds that decoding and encoding one image may take. */
const timeoutSeconds = 10

/** Sets up libvips for this process: one thread an image, nothing remembered, no decoders but ours. */
export function configureDecoder(): void {
  sharp.concurrency(1)
  sharp.cache(false)
  sharp.block({ operation: ['VipsForeignLoad'] })
  sharp.unblock({ operation: allowedDecoders })
}

/** Reads the head of an image, of all its frames; no pixel is decoded. Throws when it is none that we decode. */
export async function readMetadata(bytes: Uint8Array): Promise<Metadata> {
  return sharp(bytes, { animated: true, limitInputPixels: false }).metadata()
}

/**
 * Starts to decode an image; what is read from it throws when the image is cut short or broken, or takes too long. An
 * animation keeps its frames; anything else is turned upright as its EXIF orientation says.
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
