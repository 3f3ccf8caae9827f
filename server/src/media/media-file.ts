import { createHash } from 'node:crypto'

const contentTypes = { png: 'image/png', jpg: 'image/jpeg', webp: 'image/webp' } as const

/** Formats of stored images. */
export type Extension = keyof typeof contentTypes

/** The content types of stored images. */
export const mediaContentTypes = Object.values(contentTypes)

/** An image to be stored. */
export interface MediaFile {
  /** SHA-256 of the bytes and an extension: equal images have the same name, and the image of a name never changes. */
  readonly name: string
  readonly contentType: string
  readonly bytes: Uint8Array
}

/** Cache policy of a stored image: public, for a year, because the image of a name never changes. */
export const cacheControl = 'public, max-age=31536000, immutable'

/** Names a file by its content. */
export function toMediaFile(bytes: Uint8Array, extension: Extension): MediaFile {
  const hash = createHash('sha256').update(bytes).digest('hex')
  return { name: `${hash}.${extension}`, contentType: contentTypes[extension], bytes }
}

/** The content type of a name, undefined for a name that `toMediaFile` does not create. */
export function contentTypeOf(name: string): string | undefined {
  const [, extension] = /^[0-9a-f]{64}\.([a-z]+)$/.exec(name) ?? []
  return isExtension(extension) ? contentTypes[extension] : undefined
}

function isExtension(text: string | undefined): text is Extension {
  return text !== undefined && Object.hasOwn(contentTypes, text)
}
