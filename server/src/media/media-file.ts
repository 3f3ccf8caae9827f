import { createHash } from 'node:crypto'

const contentTypes = { png: 'image/png', jpg: 'image/jpeg', webp: 'image/webp' } as const

export type Extension = keyof typeof contentTypes

export const mediaContentTypes = Object.values(contentTypes)

export interface MediaFile {
  /** SHA-256 of the bytes and an extension: equal images share a name. */
  readonly name: string
  readonly contentType: string
  readonly bytes: Uint8Array
}

export const cacheControl = 'public, max-age=31536000, immutable'

export function toMediaFile(bytes: Uint8Array, extension: Extension): MediaFile {
  const hash = createHash('sha256').update(bytes).digest('hex')
  return { name: `${hash}.${extension}`, contentType: contentTypes[extension], bytes }
}

/** Undefined for a name that `toMediaFile` does not create. */
export function contentTypeOf(name: string): string | undefined {
  const [, extension] = /^[0-9a-f]{64}\.([a-z]+)$/.exec(name) ?? []
  return isExtension(extension) ? contentTypes[extension] : undefined
}

function isExtension(text: string | undefined): text is Extension {
  return text !== undefined && Object.hasOwn(contentTypes, text)
}
