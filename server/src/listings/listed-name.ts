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
  /** Of its workspace, in such an export. */
  readonly tags?: readonly string[]
  readonly note?: string
  /** What the holder of a sealed name has signed, in such an export. */
  readonly sealedSet?: `0x${string}`
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
  return typeof value === 'number' || typeof value === 'boolean' ? `${value}` : undefined
}

export interface Entry {
  readonly key: string
  readonly value: string
}

const shownChars = 60

/** Reads the values of a name, and notes each one that is not taken. */
export class ValueReader {
  readonly doubts: string[] = []

  /** Undefined for null and the empty text. */
  text(value: unknown, what: string): string | undefined {
    const text = textOf(value)
    if (text === undefined && !isAbsent(value)) this.#leaveOut(what, value, 'no text')
    return text
  }

  /** Of an object from key to text, or of a list of `{ key, value }`. */
  entries(value: unknown, what: string): readonly Entry[] {
    if (isAbsent(value)) return []
    if (Array.isArray(value)) return this.list(value, what, 'key')
    if (!isObject(value)) {
      this.#leaveOut(what, value, 'no object')
      return []
    }
    return Object.entries(value).flatMap(([key, entry]) => {
      const text = this.text(entry, `${what} ${shown(key)}`)
      return text === undefined ? [] : [{ key, value: text }]
    })
  }

  /** Of a list of objects, whose key is in a field of its own. */
  list(value: unknown, what: string, keyField: 'key' | 'id' | 'coinType'): readonly Entry[] {
    if (isAbsent(value)) return []
    if (!Array.isArray(value)) {
      this.#leaveOut(what, value, 'no list')
      return []
    }
    return value.flatMap((entry: unknown) => {
      const fields = objectOf<typeof keyField | 'value'>(entry)
      const key = textOf(fields[keyField])
      if (key === undefined) {
        this.#leaveOut(what, entry, `without a ${keyField}`)
        return []
      }
      const text = this.text(fields.value, `${what} ${shown(key)}`)
      return text === undefined ? [] : [{ key, value: text }]
    })
  }

  /** Milliseconds since 1970, of ISO 8601 or of such a number. */
  time(value: unknown, what: string): number | undefined {
    if (isAbsent(value)) return undefined
    const time =
      typeof value === 'number' ? value : typeof value === 'string' ? Date.parse(value) : Number.NaN
    if (isYearOfFourDigits(time)) return time
    this.#leaveOut(what, value, 'no time in ISO 8601')
    return undefined
  }

  flag(value: unknown, what: string): boolean | undefined {
    if (isAbsent(value)) return undefined
    if (typeof value === 'boolean') return value
    this.#leaveOut(what, value, 'neither true nor false')
    return undefined
  }

  #leaveOut(what: string, value: unknown, why: string): void {
    this.doubts.push(`Its ${what} is left out: ${kindOf(value)} is ${why}.`)
  }
}

/** As a field of JSON that has nothing. */
function isAbsent(value: unknown): boolean {
  return value === undefined || value === null || value === ''
}

/** Without its content, which may be deep. */
function kindOf(value: unknown): string {
  if (Array.isArray(value)) return 'a list'
  return typeof value === 'object' ? 'an object' : `"${shown(String(value))}"`
}

function shown(text: string): string {
  return text.length > shownChars ? `${text.slice(0, shownChars)}…` : text
}

/** What the interface takes. */
function isYearOfFourDigits(time: number): boolean {
  const year = Number.isFinite(time) ? new Date(time).getUTCFullYear() : Number.NaN
  return year >= 0 && year <= 9999
}
