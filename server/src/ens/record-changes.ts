import { type Hex, zeroAddress } from 'viem'
import { AppError } from '../errors.ts'
import { parseAddress } from './address.ts'
import { ethCoinType, isEvmCoinType } from './coin-type.ts'
import { parseContenthash } from './contenthash.ts'
import { utf8ByteLength } from './record-bytes.ts'

/**
 * Records as a caller writes them: addresses as text, the content hash as a URI. An empty string removes what is
 * stored; a list or an address that is absent says nothing.
 */
export interface RecordInput {
  readonly texts?: readonly { readonly key: string; readonly value: string }[] | undefined
  readonly addresses?:
    | readonly { readonly coinType: number; readonly address?: string | undefined }[]
    | undefined
  readonly contenthash?: string | undefined
}

/** Checked changes by text key and by coin type, in the caller's order. `null` removes; an absent kind is untouched. */
export interface RecordChanges {
  readonly texts?: ReadonlyMap<string, string | null> | undefined
  readonly addresses?: ReadonlyMap<number, Hex | null> | undefined
  readonly contenthash?: Hex | null | undefined
}

/**
 * Bounds of a name's records: the bytes of a text key and of a text value in UTF-8, the number of its texts and of its
 * addresses (`perKind`), and the bytes of all together (`maxRecordBytes`).
 */
export interface RecordLimits {
  readonly textKey: number
  readonly textValue: number
  readonly perKind: number
  readonly total: number
}

export const defaultRecordLimits: RecordLimits = {
  textKey: 256,
  textValue: 16_384,
  perKind: 256,
  total: 65_536,
}

/** Refuses what cannot be stored and given back unchanged in UTF-8 by either database. */
function assertStorable(text: string, what: string, maxBytes: number): void {
  const bytes = utf8ByteLength(text)
  if (bytes > maxBytes)
    throw new AppError(
      'InvalidRecordException',
      `A ${what} has at most ${maxBytes} bytes in UTF-8; this one has ${bytes}.`,
    )
  if (!text.isWellFormed() || text.includes('\0'))
    throw new AppError('InvalidRecordException', `A ${what} must be valid Unicode without the NUL character.`)
}

/** Collects entries by key. The same entry may be written twice, but not with two values. */
function collectUnique<Key, Value>(entries: Iterable<readonly [Key, Value]>, what: string): Map<Key, Value> {
  const collected = new Map<Key, Value>()
  for (const [key, value] of entries) {
    if (collected.has(key) && collected.get(key) !== value)
      throw new AppError('InvalidRecordException', `${what} ${key} is given twice, with different values.`)
    collected.set(key, value)
  }
  return collected
}

function parseTexts(
  texts: NonNullable<RecordInput['texts']>,
  limits: RecordLimits,
): Map<string, string | null> {
  return collectUnique(
    texts.map(({ key, value }) => {
      if (key === '') throw new AppError('InvalidRecordException', 'A text key must not be empty.')
      assertStorable(key, 'text key', limits.textKey)
      assertStorable(value, 'text value', limits.textValue)
      return [key, value || null] as const
    }),
    'The text key',
  )
}

/** Parses an address to be recorded. The zero address stands for "not set"; only coin type 60 may say so. */
function parseRecordAddress(coinType: number, text: string): Hex {
  const address = parseAddress(coinType, text)
  if (address === zeroAddress && isEvmCoinType(coinType) && coinType !== ethCoinType)
    throw new AppError(
      'InvalidRecordException',
      `The zero address cannot be recorded for coin type ${coinType}, only for 60; an empty address removes one.`,
    )
  return address
}

function parseAddresses(addresses: NonNullable<RecordInput['addresses']>): Map<number, Hex | null> {
  return collectUnique(
    addresses.flatMap(({ coinType, address }) =>
      address === undefined
        ? []
        : [[coinType, address === '' ? null : parseRecordAddress(coinType, address)] as const],
    ),
    'The coin type',
  )
}

function parseContenthashChange(uri: string): Hex | null {
  return uri === '' ? null : parseContenthash(uri)
}

/**
 * Checks the records a caller wrote, each against its own standard, and brings them into stored form.
 *
 * @throws InvalidRecordException, also when one key or coin type is given two values.
 */
export function parseRecordChanges(
  { texts, addresses, contenthash }: RecordInput,
  limits: RecordLimits = defaultRecordLimits,
): RecordChanges {
  return {
    texts: texts && parseTexts(texts, limits),
    addresses: addresses && parseAddresses(addresses),
    contenthash: contenthash === undefined ? undefined : parseContenthashChange(contenthash),
  }
}
