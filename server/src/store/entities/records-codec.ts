import type { Hex } from 'viem'
import { fromHex, toHex } from '../../crypto/hex.ts'
import type { AddressRecord, TextRecord } from '../../ens/record-kinds.ts'
import type { Records } from '../../ens/stored-records.ts'

/** `large_texts` holds texts that are too large for lookups without texts. */
export interface RecordColumns {
  readonly records: string
  readonly largeTexts: string | null
}

/** Bytes of JSON. */
const maxInlineTextsBytes = 8192

/** Keys and values in turn. */
type StoredTexts = readonly string[]

/** Coin types and addresses in turn: bytes in base64url, or the position of an equal earlier address. */
type StoredAddresses = readonly (string | number)[]

/**
 * One element per record kind, in a fixed order; null if empty, omitted at the end. Texts are also null if in
 * `large_texts`.
 */
type StoredRecords = readonly [
  texts: StoredTexts | null,
  addresses: StoredAddresses,
  contenthash?: string | null,
]

export function encodeRecords(records: Records): RecordColumns {
  const texts: StoredTexts = records.texts.flatMap(({ key, value }) => [key, value])
  const json = JSON.stringify(texts)
  const isLarge = Buffer.byteLength(json) > maxInlineTextsBytes
  const stored: StoredRecords = [
    isLarge ? null : texts,
    encodeAddresses(records.addresses),
    records.contenthash && toBase64(records.contenthash),
  ]
  const end = stored.findLastIndex((kind) => kind !== null) + 1
  return { records: JSON.stringify(stored.slice(0, end)), largeTexts: isLarge ? json : null }
}

/** Occurs in `records` for each inline text of this key; a value equal to the key looks the same. */
export function storedTextKey(key: string): string {
  return `${JSON.stringify(key)},`
}

/** The end of `records` without a content hash, and only then. */
export const endWithoutContenthash = ']]'

/** `texts` is `undefined` if in `large_texts`. */
export function decodeInlineRecords(
  json: string,
): Omit<Records, 'texts'> & { readonly texts: Records['texts'] | undefined } {
  const [texts, addresses, contenthash]: StoredRecords = JSON.parse(json)
  return {
    texts: texts === null ? undefined : decodeTexts(texts),
    addresses: decodeAddresses(addresses),
    contenthash: contenthash ? fromBase64(contenthash) : null,
  }
}

export function decodeRecords({ records, largeTexts }: RecordColumns): Records {
  const { texts = parseLargeTexts(largeTexts), ...others } = decodeInlineRecords(records)
  return { texts, ...others }
}

export function parseLargeTexts(json: string | null): readonly TextRecord[] {
  return json === null ? [] : decodeTexts(JSON.parse(json))
}

function decodeTexts(stored: StoredTexts): readonly TextRecord[] {
  const texts: TextRecord[] = []
  for (let index = 0; index < stored.length; index += 2)
    texts.push({ key: stored[index] ?? '', value: stored[index + 1] ?? '' })
  return texts
}

/** Most names have one address for several coins. */
function encodeAddresses(addresses: readonly AddressRecord[]): StoredAddresses {
  return addresses.flatMap(({ coinType, address }, position) => {
    const first = addresses.findIndex((other) => other.address === address)
    return [coinType, first < position ? first : toBase64(address)]
  })
}

function decodeAddresses(stored: StoredAddresses): readonly AddressRecord[] {
  const addresses: AddressRecord[] = []
  for (let index = 0; index < stored.length; index += 2) {
    const value = stored[index + 1] ?? ''
    const address = typeof value === 'string' ? fromBase64(value) : (addresses[value]?.address ?? '0x')
    addresses.push({ coinType: Number(stored[index]), address })
  }
  return addresses
}

function toBase64(hex: Hex): string {
  return Buffer.from(fromHex(hex)).toString('base64url')
}

function fromBase64(text: string): Hex {
  return toHex(Buffer.from(text, 'base64url'))
}
