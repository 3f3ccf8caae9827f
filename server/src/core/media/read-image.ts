import { buffer } from 'node:stream/consumers'
import { ethCoinType } from '../../ens/coin-type.ts'
import { effectiveAddress } from '../../ens/effective-address.ts'
import { AppError } from '../../errors.ts'
import type { MediaFile } from '../../media/media-file.ts'
import type { DecodingQuota } from '../../media/open-media.ts'
import { isLoop } from '../../rpc/outbound/loop-detection.ts'
import type { CoreContext } from '../context.ts'
import { requireOwnName } from '../names/require-own-name.ts'
import { fetchFile } from './fetch-file.ts'
import { type ImagePreset, textKeyOfPreset } from './image-presets.ts'
import { type FileSource, type ImageSource, parseImageSource } from './image-source.ts'
import { openImage } from './open-image.ts'
import { readNftSource } from './read-nft.ts'

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
  readonly decodingQuota: DecodingQuota
}

const maxImageBytes = 5_242_880

/** Data of a few kilobytes decodes to any number of them. */
const maxPixels = { inline: 4_000_000, stored: 20_000_000, remote: 20_000_000 } as const

const imageTypes = 'image/webp,image/avif,image/png,image/jpeg,image/gif'

/** Few, since each is cached separately. */
const renderedSizes = [64, 128, 256, 512, 1024, 1536] as const

export const maxRenderedSize = Math.max(...renderedSizes)

/**
 * Reads the image that a record of a name or domain of this service points to, re-encoded as webp. What the image's server
 * returns is untrusted: it is bounded in bytes, time and pixels, and only rasters are decoded.
 */
export async function readImage(context: CoreContext, input: ReadImage): Promise<MediaFile> {
  const { preset, mediaUrl, client, admit, decodingQuota: quota } = input
  const { name, records } = await requireOwnName(context, input)
  const key = textKeyOfPreset[preset]
  const value = records.texts.find((text) => text.key === key)?.value
  if (!value) throw new AppError('NotFoundException', `${name} has no text record ${key}.`)
  const hosts = { mediaUrl, ipfsGatewayUrl: context.rules.ipfsGatewayUrl }
  const source = parseImageSource(value, hosts)
  const owner = source.kind === 'nft' ? effectiveAddress(records, ethCoinType) : null
  // Before the cache: the failure is the request's own.
  if (isRequested(source) && isLoop(input.cdnLoop))
    throw new AppError('UpstreamException', 'The image is behind another service of this software.')
  const side = renderedSizes.find((size) => size >= input.size) ?? maxRenderedSize
  const load = async () => {
    const file = source.kind === 'nft' ? await readNftSource(context, { ...source, ...hosts, owner }) : source
    const bytes = await readFile(context, file)
    const rendering = { width: side, height: side, maxPixels: maxPixels[file.kind], quota }
    return context.media.render(bytes, rendering).catch(asUpstreamError)
  }
  return context.imageCache.get({ client, source: [value, side, owner ?? ''], load: () => admit(load) })
}

function isRequested({ kind }: ImageSource): boolean {
  return kind === 'remote' || kind === 'nft'
}

async function readFile(context: CoreContext, source: FileSource): Promise<Uint8Array> {
  switch (source.kind) {
    case 'inline':
      return source.bytes
    case 'stored':
      return buffer((await openImage(context, source.file)).stream)
    case 'remote':
      return fetchFile(context, { url: source.url, accept: imageTypes, maxBytes: maxImageBytes })
  }
}

function asUpstreamError(error: unknown): never {
  if (error instanceof AppError && error.name === 'BadRequestException')
    throw new AppError('UpstreamException', error.message)
  throw error
}
