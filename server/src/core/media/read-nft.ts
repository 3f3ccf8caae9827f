import type { Address } from 'viem'
import { type Nft, readOwnedTokenUri } from '../../chain/owned-token-uri.ts'
import { isChainId } from '../../ens/chains.ts'
import { AppError } from '../../errors.ts'
import { isObject } from '../../is-object.ts'
import type { CoreContext } from '../context.ts'
import { fetchFile } from './fetch-file.ts'
import { type FileSource, type ImageHosts, parseFile } from './image-source.ts'

interface ReadNft extends ImageHosts {
  readonly chainId: number
  readonly nft: Nft
  /** The address that the name resolves to; `null`: none. */
  readonly owner: Address | null
}

const maxMetadataBytes = 1_048_576

const inlineJson = /^data:application\/json(?:;charset=utf-8|;utf8)?(;base64)?,(.*)$/is

/** ENSIP-12: the image of an NFT counts only for its owner. */
export async function readNftSource(
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
  const [, base64, inline] = inlineJson.exec(uri) ?? []
  if (inline !== undefined) return base64 ? Buffer.from(inline, 'base64').toString() : decodePercent(inline)
  const source = parseFile(uri, hosts)
  if (source?.kind !== 'remote') return ''
  const bytes = await fetchFile(context, {
    url: source.url,
    accept: 'application/json',
    maxBytes: maxMetadataBytes,
  })
  return Buffer.from(bytes).toString()
}

function decodePercent(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

/** `undefined` also when the text is not JSON. */
function imageIn(metadata: string): string | undefined {
  let parsed: unknown
  try {
    parsed = JSON.parse(metadata)
  } catch {
    return undefined
  }
  if (!isObject(parsed)) return undefined
  const { image, image_url: imageUrl }: { image?: unknown; image_url?: unknown } = parsed
  return [image, imageUrl].find((value) => typeof value === 'string')
}
