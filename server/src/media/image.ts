import type { Metadata, Sharp } from 'sharp'
import sharp from 'sharp'
import { AppError } from '../errors.ts'
import { type Extension, type MediaFile, toMediaFile } from './media-file.ts'
import { plainTypeOf } from './plain-image.ts'

/** In pixels; larger images are scaled down. */
export interface Bounds {
  readonly width: number
  readonly height: number
}

/** `maxPixels` of one frame. */
export interface RenderBounds extends Bounds {
  readonly maxPixels: number
}

/** `maxPixels` counts all frames. */
const decodeLimits = { maxPixels: 40_000_000, maxSide: 16_384, maxFrames: 120 }

interface Encoding {
  readonly extension: Extension
  readonly encode: (image: Sharp) => Sharp
}

const png: Encoding = { extension: 'png', encode: (image) => image.png() }
const jpeg: Encoding = { extension: 'jpg', encode: (image) => image.jpeg({ quality: 85, mozjpeg: true }) }
const webp: Encoding = { extension: 'webp', encode: (image) => image.webp({ quality: 85, effort: 2 }) }

/** webp where the format is large or not widely supported. */
const encodings: ReadonlyMap<string, Encoding> = new Map([
  ['png', png],
  ['jpeg', jpeg],
  ['webp', webp],
  ['gif', webp],
  ['heif', webp],
])

/**
 * Scales to fit `bounds` and removes metadata; colour profiles are applied. The bytes decide the format: png, jpeg,
 * gif, webp or avif.
 *
 * @throws AppError `BadRequestException` for other formats, broken images, and beyond the limits.
 */
export async function normalizeImage(bytes: Uint8Array, bounds: Bounds): Promise<MediaFile> {
  const metadata = await readMetadata(bytes).catch(() => undefined)
  const encoding = metadata && encodings.get(metadata.format)
  if (!encoding) throw unsupportedFormat()
  assertWithinLimits(metadata)
  const { extension } = encoding
  const animated = extension === 'webp' && frameCount(metadata) > 1
  const image = decode(bytes, { animated, pixels: decodeLimits.maxPixels }).resize({
    ...bounds,
    fit: 'inside',
    withoutEnlargement: true,
  })
  return toMediaFile(await encodeImage(image, encoding), extension)
}

/**
 * As `normalizeImage`, of an image that another place has encoded: one that has pixels and nothing else, and fits, keeps its
 * bytes, and with them its name.
 */
export async function adoptImage(bytes: Uint8Array, bounds: Bounds): Promise<MediaFile> {
  const normalized = await normalizeImage(bytes, bounds)
  const { width, height, pageHeight = height } = await readMetadata(bytes)
  const extension = plainTypeOf(bytes)
  const fits = width <= bounds.width && pageHeight <= bounds.height
  return extension && fits ? toMediaFile(bytes, extension) : normalized
}

function encodeImage(image: Sharp, { encode }: Encoding): Promise<Buffer> {
  return encode(image)
    .toBuffer()
    .catch(() => {
      throw invalidImage('The image is broken, or takes too long to decode.')
    })
}

/**
 * Encodes the first frame as webp, scaled to fit `bounds`, without metadata.
 *
 * @throws AppError `BadRequestException` for formats other than those of `normalizeImage`, broken images, and beyond the
 * limits.
 */
export async function renderImage(
  bytes: Uint8Array,
  { maxPixels, ...bounds }: RenderBounds,
): Promise<MediaFile> {
  const metadata = await readMetadata(bytes).catch(() => undefined)
  if (!metadata || !encodings.has(metadata.format)) throw unsupportedFormat()
  const { width, height, pageHeight = height } = metadata
  if (width * pageHeight > maxPixels || Math.max(width, pageHeight) > decodeLimits.maxSide)
    throw invalidImage(`The image has more than ${maxPixels / 1_000_000} megapixels.`)
  const image = decode(bytes, { animated: false, pixels: maxPixels }).resize({
    ...bounds,
    fit: 'inside',
    withoutEnlargement: true,
  })
  return toMediaFile(await encodeImage(image, webp), webp.extension)
}

/** A square PNG image of what `renderImage` returned; the middle of one that is longer. */
export async function encodeSquare(bytes: Uint8Array, side: number): Promise<Uint8Array> {
  const image = decode(bytes, { animated: false, pixels: decodeLimits.maxPixels })
  return encodeImage(image.resize({ width: side, height: side, fit: 'cover' }), png)
}

function frameCount({ pages = 1 }: Metadata): number {
  return pages
}

function assertWithinLimits(metadata: Metadata): void {
  const { width, height, pageHeight = height } = metadata
  if (width * height > decodeLimits.maxPixels)
    throw invalidImage(
      `The image has more than ${decodeLimits.maxPixels / 1_000_000} megapixels, all frames together.`,
    )
  if (Math.max(width, pageHeight) > decodeLimits.maxSide)
    throw invalidImage(`The image is longer than ${decodeLimits.maxSide} pixels on a side.`)
  if (frameCount(metadata) > decodeLimits.maxFrames)
    throw invalidImage(
      `The animation has more than ${decodeLimits.maxFrames} frames. Send fewer, or a still image.`,
    )
}

function unsupportedFormat() {
  return invalidImage('Unsupported image format. Use png, jpeg, gif, webp or avif.')
}

function invalidImage(message: string) {
  return new AppError('BadRequestException', message)
}

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
async function readMetadata(bytes: Uint8Array): Promise<Metadata> {
  return sharp(bytes, { animated: true, limitInputPixels: false }).metadata()
}

/**
 * Reading the result throws when the image is broken or takes too long. Rotates still images by their EXIF orientation.
 */
function decode(bytes: Uint8Array, { animated, pixels }: { animated: boolean; pixels: number }): Sharp {
  return sharp(bytes, { animated, autoOrient: !animated, limitInputPixels: pixels, failOn: 'error' }).timeout(
    {
      seconds: timeoutSeconds,
    },
  )
}
