import type { Metadata, Sharp } from 'sharp'
import { AppError } from '../errors.ts'
import { decode, readHead } from './decoder.ts'
import { type Extension, type MediaFile, mediaFile } from './media-file.ts'

/** Pixels that an image may have at most; a larger one is made smaller to fit, a smaller one stays. */
export interface Bounds {
  readonly width: number
  readonly height: number
}

/** Pixels of all frames together, of a side, and frames: what is decoded at most. */
const limits = { pixels: 40_000_000, side: 16_384, frames: 120 }

interface Encoding {
  readonly extension: Extension
  readonly encode: (image: Sharp) => Sharp
}

const png: Encoding = { extension: 'png', encode: (image) => image.png() }
const jpeg: Encoding = { extension: 'jpg', encode: (image) => image.jpeg({ quality: 85, mozjpeg: true }) }
const webp: Encoding = { extension: 'webp', encode: (image) => image.webp({ quality: 85, effort: 2 }) }

/** What each format is kept as: its own kind, and webp where that is large or not read everywhere. */
const encodings: ReadonlyMap<string, Encoding> = new Map([
  ['png', png],
  ['jpeg', jpeg],
  ['webp', webp],
  ['gif', webp],
  ['heif', webp],
])

/**
 * Makes a new image of an uploaded one: decoded, turned upright, made to fit `bounds`, encoded anew. Only pixels, frames
 * and their timing pass, so that metadata, colour profiles (they are applied) and whatever else the file held are gone.
 * What the bytes are is told by themselves: png, jpeg, gif, webp or avif. Animations stay animated.
 *
 * @throws AppError `BadRequestException` for anything else, for what is broken, and beyond the limits.
 */
export async function normalizeImage(bytes: Uint8Array, bounds: Bounds): Promise<MediaFile> {
  const head = await readHead(bytes).catch(() => undefined)
  const encoding = head && encodings.get(head.format)
  if (!encoding) throw refused('The file is no image that can be read here: png, jpeg, gif, webp or avif.')
  assertWithinLimits(head)
  const { encode, extension } = encoding
  const animated = extension === 'webp' && framesOf(head) > 1
  const image = decode(bytes, { animated, pixels: limits.pixels }).resize({
    ...bounds,
    fit: 'inside',
    withoutEnlargement: true,
  })
  const encoded = await encode(image)
    .toBuffer()
    .catch(() => {
      throw refused('The image is broken, or takes too long to decode.')
    })
  return mediaFile(encoded, extension)
}

const framesOf = ({ pages = 1 }: Metadata): number => pages

function assertWithinLimits(head: Metadata): void {
  const { width, height, pageHeight = height } = head
  if (width * height > limits.pixels)
    throw refused(`The image has more than ${limits.pixels / 1_000_000} megapixels, all frames together.`)
  if (Math.max(width, pageHeight) > limits.side)
    throw refused(`The image is longer than ${limits.side} pixels on a side.`)
  if (framesOf(head) > limits.frames)
    throw refused(
      `The animation has more than ${limits.frames} frames; send it with fewer, or as a still image.`,
    )
}

const refused = (sentence: string) => new AppError('BadRequestException', sentence)
