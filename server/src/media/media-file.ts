import { createHash } from 'node:crypto'

const contentTypes = { png: 'image/png', jpg: 'image/jpeg', webp: 'image/webp' } as const

/** What images are kept as. */
export type Extension = keyof typeof contentTypes

/** The content types of kept images. */
export const mediaContentTypes = Object.values(contentTypes)

/** An image to be kept. */
export interface MediaFile {
  /** SHA-256 of the bytes and an extension: the same image has the same name, and a name never changes its image. */
  readonly name: string
  readonly contentType: string
  readonly bytes: Uint8Array
}

/** How long and by whom a kept image may be cached: for a year by everyone, because a name never changes its image. */
export const cacheControl = 'public, max-age=31536000, immutable'

/** Names a file by its content. */
export function toMediaFile(bytes: Uint8Array, extension: Extension): MediaFile {
  const hash = createHash('sha256').update(bytes).digest('hex')
  return { name: `${hash}.${extension}`, contentType: contentTypes[extension], bytes }
}

/** The content type that a name says, undefined for whatever `toMediaFile` does not name. */
export function contentTypeOf(name: string): string | undefined {
  const [, extension] = /^[0-9a-f]{64}\.([a-z]+)$/.exec(name) ?? []
  return isExtension(extension) ? contentTypes[extension] : undefined
}

function isExtension(text: string | undefined): text is Extension {
  return text !== undefined && Object.hasOwn(contentTypes, text)
}
