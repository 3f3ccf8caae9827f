import { buffer } from 'node:stream/consumers'
import { AppError, type ErrorName } from '../../errors.ts'
import type { MediaFile } from '../../media/media-file.ts'
import { isLoop } from '../../rpc/outbound/loop-detection.ts'
import type { CoreContext } from '../context.ts'
import { requireOwnName } from '../names/require-own-name.ts'
import { fetchImage } from './fetch-image.ts'
import { type ImagePreset, textKeyOfPreset } from './image-presets.ts'
import { type ImageSource, parseImageSource } from './image-source.ts'
import { openImage } from './open-image.ts'

export interface ReadImage {
  readonly chainId: number
  readonly name: string
  readonly preset: ImagePreset
  /** Of the longer side, in pixels; rounded up to one of `renderedSizes`. */
  readonly size: number
  /** The URL below which this service serves uploads. */
  readonly mediaUrl: string
  /** Rate limit key. */
  readonly client: string
  /** Header of the request. */
  readonly cdnLoop: string | undefined
  /** Admits an image that is not in the cache. */
  readonly admit: <T>(work: () => Promise<T>) => Promise<T>
}

/** Few, since each is cached separately. */
const renderedSizes = [64, 128, 256, 512, 1024, 1536] as const

export const maxRenderedSize = Math.max(...renderedSizes)

/**
 * Reads the image that a record of a name or domain of this service points to, re-encoded as webp. What the image's server
 * returns is untrusted: it is bounded in bytes, time and pixels, and only rasters are decoded.
 */
export async function readImage(context: CoreContext, input: ReadImage): Promise<MediaFile> {
  const { preset, mediaUrl, client, admit } = input
  const { name, records } = await requireOwnName(context, input)
  const key = textKeyOfPreset[preset]
  const value = records.texts.find((text) => text.key === key)?.value
  if (!value) throw new AppError('NotFoundException', `${name} has no text record ${key}.`)
  const source = parseImageSource(value, { mediaUrl, ipfsGatewayUrl: context.rules.ipfsGatewayUrl })
  // Before the cache: the failure is the request's own.
  if (source.kind === 'remote' && isLoop(input.cdnLoop))
    throw new AppError('UpstreamException', 'The image is behind another service of this software.')
  const side = renderedSizes.find((size) => size >= input.size) ?? maxRenderedSize
  const load = async () => {
    const bytes = await readSource(context, source)
    return context.media.render(bytes, { width: side, height: side }).catch(asUpstreamError)
  }
  return context.imageCache.get({ client, source: [value, side], load: () => admit(load) })
}

async function readSource(context: CoreContext, source: ImageSource): Promise<Uint8Array> {
  switch (source.kind) {
    case 'inline':
      return source.bytes
    case 'stored':
      return buffer((await openImage(context, source.file)).stream)
    case 'remote':
      return fetchImage(context, source.url)
  }
}

function asUpstreamError(error: unknown): never {
  if (error instanceof AppError && error.name === 'BadRequestException')
    throw new AppError('UpstreamException', error.message)
  throw error
}

readImage.errors = [
  ...requireOwnName.errors,
  ...parseImageSource.errors,
  ...fetchImage.errors,
] as const satisfies readonly ErrorName[]
