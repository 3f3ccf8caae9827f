import { isObject } from '../is-object.ts'

/** A name as it was elsewhere. Times are milliseconds since 1970; absent: unknown. */
export interface ListedName {
  readonly label: string
  readonly isClaimed: boolean
  /** Absent: its Ethereum address. */
  readonly holder?: string | undefined
  readonly createdAt?: number | undefined
  readonly updatedAt?: number | undefined
  readonly claimedAt?: number | undefined
  readonly records: {
    readonly addresses?:
      | readonly { readonly coinType: number; readonly address?: string | undefined }[]
      | undefined
    readonly texts?: readonly { readonly key: string; readonly value: string }[] | undefined
    /** As a URI. */
    readonly contenthash?: string | undefined
  }
  /** Of its text records, in an export of this software. */
  readonly images?: readonly ListedImage[]
}

export interface NameToImport extends ListedName {
  readonly row: number
}

/** A name as another service lists it, or why it cannot be read. */
export type Listed =
  | {
      readonly row: number
      readonly name: ListedName
      /** What may be meant otherwise than it was read. */
      readonly doubts: readonly string[]
    }
  | { readonly row: number; readonly label: string; readonly problem: string }

/** An image that is in the text record with this key, as the URL of a place that stores it. */
export interface ListedImage {
  readonly key: string
  /** SHA-256 of its content, and its type. */
  readonly file: string
}

/** Those of a line of an export: none whose file leaves a folder. */
export function listedImages(images: unknown): readonly ListedImage[] {
  if (!Array.isArray(images)) return []
  return images.flatMap((image) => {
    const { key, file } = objectOf<'key' | 'file'>(image)
    const isFile = typeof file === 'string' && /^[0-9a-f]{64}\.(?:png|jpg|webp)$/.test(file)
    return typeof key === 'string' && isFile ? [{ key, file }] : []
  })
}

/** Where names are read, for those that are below another domain. */
export interface ListingOptions {
  /** Normalized. */
  readonly domain: string
}

/** The label of a name below the domain; of a label alone, itself. */
export function labelBelow(name: string, domain: string): string {
  const suffix = `.${domain}`
  return name.toLowerCase().endsWith(suffix) ? name.slice(0, -suffix.length) : name
}

/** Empty for what is no object. */
export function objectOf<Field extends string>(value: unknown): { readonly [Name in Field]?: unknown } {
  // Safe: any field of an object of JSON may be read, and may be absent.
  return isObject(value) && !Array.isArray(value) ? (value as { readonly [Name in Field]?: unknown }) : {}
}

export function textOf(value: unknown): string | undefined {
  if (typeof value === 'string') return value === '' ? undefined : value
  return typeof value === 'number' ? `${value}` : undefined
}

/** Milliseconds since 1970, of ISO 8601 or of such a number. */
export function timeOf(value: unknown): number | undefined {
  const time = typeof value === 'number' ? value : typeof value === 'string' ? Date.parse(value) : Number.NaN
  return Number.isFinite(time) && time > 0 ? time : undefined
}

/** Entries of an object from key to text; those without a text are left out. */
export function textEntries(value: unknown): readonly { readonly key: string; readonly value: string }[] {
  return Object.entries(objectOf(value)).flatMap(([key, entry]) => {
    const text = textOf(entry)
    return text === undefined ? [] : [{ key, value: text }]
  })
}
