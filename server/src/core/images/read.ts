import { buffer } from 'node:stream/consumers'
import type { Address } from 'viem'
import { type Nft, readOwnedTokenUri } from '../../chain/tokens.ts'
import { checksumAddress } from '../../crypto/evm-address.ts'
import { type ChainId, isChainId } from '../../ens/chains.ts'
import { ethCoinType } from '../../ens/coin-types.ts'
import type { EnsName } from '../../ens/names.ts'
import { effectiveAddress } from '../../ens/stored-records.ts'
import { AppError } from '../../errors.ts'
import { isObject } from '../../is-object.ts'
import type { OpenedImage } from '../../media/folder.ts'
import type { Bounds } from '../../media/image.ts'
import type { MediaFile } from '../../media/media-file.ts'
import type { DecodingQuota } from '../../media/open-media.ts'
import { asAppError, isLoop } from '../../rpc/outbound.ts'
import type { CoreContext } from '../context.ts'
import { requireOwnName } from '../names.ts'
import { parseDataUrl } from './data-url.ts'

interface ReadImage {
  readonly chainId: ChainId
  readonly name: EnsName
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

interface ReadNft extends ImageHosts {
  readonly chainId: number
  readonly nft: Nft
  /** The address that the name resolves to; `null`: none. */
  readonly owner: Address | null
}

const maxMetadataBytes = 1_048_576

const jsonType = /^(?:application|text)\/(?:[\w.-]+\+)?json$/

/** ENSIP-12: the image of an NFT counts only for its owner. */
async function readNftSource(
  context: CoreContext,
  { chainId, nft, owner, ...hosts }: ReadNft,
): Promise<FileSource> {
  const chain = isChainId(chainId) ? context.chains.get(chainId) : undefined
  if (!chain) throw new AppError('NotFoundException', `This service reads no NFTs of chain ${chainId}.`)
  const uri = owner === null ? undefined : await readOwnedTokenUri(chain, nft, owner)
  if (uri === undefined)
    throw new AppError('NotFoundException', 'The NFT does not belong to the address of the name.')
  const image = imageIn(await readMetadata(context, uri, hosts))
  const source = image === undefined ? undefined : parseFile(image, hosts)
  if (source) return source
  throw new AppError('NotFoundException', 'The metadata of the NFT names no image that this service reads.')
}

async function readMetadata(context: CoreContext, uri: string, hosts: ImageHosts): Promise<string> {
  const inline = parseDataUrl(uri)
  if (inline && jsonType.test(inline.type)) return Buffer.from(inline.bytes).toString()
  const source = parseFile(uri, hosts)
  if (source?.kind !== 'remote') return ''
  const bytes = await fetchFile(context, {
    url: source.url,
    accept: 'application/json',
    maxBytes: maxMetadataBytes,
  })
  return Buffer.from(bytes).toString()
}

/** `undefined` also when the text is not JSON. */
function imageIn(metadata: string): string | undefined {
  let parsed: unknown
  try {
    parsed = JSON.parse(metadata.replace(/^\ufeff/, ''))
  } catch {
    return undefined
  }
  if (!isObject(parsed)) return undefined
  const { image, image_url: imageUrl }: { image?: unknown; image_url?: unknown } = parsed
  return [image, imageUrl].find((value): value is string => typeof value === 'string' && value.trim() !== '')
}

interface FileRequest {
  readonly url: string
  /** Media types. */
  readonly accept: string
  readonly maxBytes: number
}

const maxRedirects = 3

const neverAborted = new AbortController().signal

/** Through the SSRF-safe fetch, which checks each redirect. */
async function fetchFile(
  { outbound, rules }: CoreContext,
  { url, accept, maxBytes }: FileRequest,
): Promise<Uint8Array> {
  const endsAt = performance.now() + rules.imageTimeoutMs
  let next = url
  for (let redirects = 0; redirects <= maxRedirects; redirects++) {
    const { status, location, body } = await outbound({
      url: next,
      method: 'GET',
      accept,
      encoding: 'latin1',
      returnsRedirects: true,
      maxBytes,
      timeoutMs: Math.max(1, Math.ceil(endsAt - performance.now())),
      signal: neverAborted,
    }).catch((error: unknown) => {
      throw asAppError(error, 'The server of the image')
    })
    if (status === 200) return Buffer.from(body, 'latin1')
    const target = status >= 300 && status < 400 && location ? URL.parse(location, next) : null
    if (!target) throw new AppError('UpstreamException', `The server of the image answered HTTP ${status}.`)
    next = target.href
  }
  throw new AppError('UpstreamException', `The image is behind more than ${maxRedirects} redirects.`)
}

/** Where the value of a record (ENSIP-12), or the metadata of an NFT, has its image. */
type ImageSource = FileSource | { readonly kind: 'nft'; readonly chainId: number; readonly nft: Nft }

type FileSource =
  /** Uploaded here. */
  | { readonly kind: 'stored'; readonly file: string }
  | { readonly kind: 'inline'; readonly bytes: Uint8Array }
  | { readonly kind: 'remote'; readonly url: string }

interface ImageHosts {
  /** The URL below which this service serves uploads. */
  readonly mediaUrl: string
  /** Without a trailing slash. */
  readonly ipfsGatewayUrl: string
}

const inlineImage = /^image\/(?:png|jpe?g|gif|webp|avif)$/

const ipfsUrl = /^(ipfs|ipns):\/\/(?:(?:ipfs|ipns)\/)?([0-9A-Za-z.-]+)((?:\/[^?#]*)?)$/

/** CAIP-22, CAIP-29. */
const nftId = /^eip155:(\d{1,15})\/(erc721|erc1155):(0x[0-9a-f]{40})\/(\d{1,78})$/

const maxTokenId = 2n ** 256n - 1n

/** @throws AppError `NotFoundException`. */
export function parseImageSource(value: string, hosts: ImageHosts): ImageSource {
  const source = parseNft(value) ?? parseFile(value, hosts)
  if (source) return source
  throw new AppError(
    'NotFoundException',
    'The record names no image that this service reads: https, ipfs, ipns, an NFT (eip155), or data of a png, jpeg, gif, webp ' +
      'or avif.',
  )
}

function parseFile(value: string, { mediaUrl, ipfsGatewayUrl }: ImageHosts): FileSource | undefined {
  if (value.startsWith(mediaUrl)) return { kind: 'stored', file: value.slice(mediaUrl.length) }
  const inline = parseDataUrl(value)
  if (inline) return inlineImage.test(inline.type) ? { kind: 'inline', bytes: inline.bytes } : undefined
  const [, protocol, id, path] = ipfsUrl.exec(value) ?? []
  if (protocol !== undefined) {
    const root = `${ipfsGatewayUrl}/${protocol}/${id}`
    const url = new URL(`${root}${path}`).href
    // Not with `..` in its path.
    return url.startsWith(root) ? { kind: 'remote', url } : undefined
  }
  const url = URL.parse(value)
  const isHttp = url?.protocol === 'https:' || url?.protocol === 'http:'
  return url && isHttp ? { kind: 'remote', url: url.href } : undefined
}

function parseNft(value: string): ImageSource | undefined {
  const [, chainId, standard, address = '', digits = ''] = nftId.exec(value.toLowerCase()) ?? []
  if (!chainId) return undefined
  const [contract, tokenId] = [checksumAddress(address), BigInt(digits)]
  if (tokenId > maxTokenId) return undefined
  const nft = { standard: standard === 'erc721' ? 'erc721' : 'erc1155', contract, tokenId } as const
  return { kind: 'nft', chainId: Number(chainId), nft }
}

export const imagePresets = {
  avatar: { width: 512, height: 512 },
  banner: { width: 1500, height: 500 },
} as const satisfies Record<string, Bounds>

export type ImagePreset = keyof typeof imagePresets

/** ENSIP-12, ENSIP-18. */
export const textKeyOfPreset = { avatar: 'avatar', banner: 'header' } as const satisfies Record<
  ImagePreset,
  string
>

/** @throws AppError `NotFoundException`. */
export async function openImage(context: CoreContext, name: string): Promise<OpenedImage> {
  const image = await context.media.open(name)
  if (image) return image
  throw new AppError('NotFoundException', 'There is no such image.')
}
