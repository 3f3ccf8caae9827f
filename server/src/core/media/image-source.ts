import type { Nft } from '../../chain/owned-token-uri.ts'
import { checksumAddress } from '../../crypto/evm-address.ts'
import { AppError } from '../../errors.ts'

/** Where the value of a record (ENSIP-12), or the metadata of an NFT, has its image. */
export type ImageSource = FileSource | { readonly kind: 'nft'; readonly chainId: number; readonly nft: Nft }

export type FileSource =
  /** Uploaded here. */
  | { readonly kind: 'stored'; readonly file: string }
  | { readonly kind: 'inline'; readonly bytes: Uint8Array }
  | { readonly kind: 'remote'; readonly url: string }

export interface ImageHosts {
  /** The URL below which this service serves uploads. */
  readonly mediaUrl: string
  /** Without a trailing slash. */
  readonly ipfsGatewayUrl: string
}

const inlineImage = /^data:image\/(?:png|jpeg|gif|webp|avif);base64,([0-9A-Za-z+/]+={0,2})$/

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

export function parseFile(value: string, { mediaUrl, ipfsGatewayUrl }: ImageHosts): FileSource | undefined {
  if (value.startsWith(mediaUrl)) return { kind: 'stored', file: value.slice(mediaUrl.length) }
  const [, base64] = inlineImage.exec(value) ?? []
  if (base64 !== undefined) return { kind: 'inline', bytes: Buffer.from(base64, 'base64') }
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
