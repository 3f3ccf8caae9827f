import { AppError, type ErrorName } from '../../errors.ts'

/** Where the value of a record (ENSIP-12) has its image. */
export type ImageSource =
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

const inlineImage = /^data:image\/(?:png|jpeg|gif|webp|avif);base64,([0-9A-Za-z+/]+={0,2})$/

const ipfsUrl = /^(ipfs|ipns):\/\/(?:(?:ipfs|ipns)\/)?([0-9A-Za-z.-]+)((?:\/[^?#]*)?)$/

export function parseImageSource(value: string, { mediaUrl, ipfsGatewayUrl }: ImageHosts): ImageSource {
  if (value.startsWith(mediaUrl)) return { kind: 'stored', file: value.slice(mediaUrl.length) }
  const [, base64] = inlineImage.exec(value) ?? []
  if (base64 !== undefined) return { kind: 'inline', bytes: Buffer.from(base64, 'base64') }
  const [, protocol, id, path] = ipfsUrl.exec(value) ?? []
  if (protocol !== undefined) {
    const root = `${ipfsGatewayUrl}/${protocol}/${id}`
    const url = new URL(`${root}${path}`).href
    // Not with `..` in its path.
    if (url.startsWith(root)) return { kind: 'remote', url }
  }
  const url = URL.parse(value)
  if (url && (url.protocol === 'https:' || url.protocol === 'http:')) return { kind: 'remote', url: url.href }
  throw new AppError(
    'NotFoundException',
    'The record names no image that this service reads: https, ipfs, ipns, or data of a png, jpeg, gif, webp or avif.',
  )
}

parseImageSource.errors = ['NotFoundException'] as const satisfies readonly ErrorName[]
