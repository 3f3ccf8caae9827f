import { type Hex, zeroAddress } from 'viem'
import { AppError } from '../errors.ts'
import { assertCoinType, formatAddress, parseAddress } from './address.ts'
import { coinName } from './coin-names.ts'
import { ethCoinType, isEvmCoinType } from './coin-types.ts'
import { formatContenthash, parseContenthash } from './contenthash.ts'
import { maxRecordsInRequest, type RecordLimits } from './record-limits.ts'

export interface RecordKind<Stored, Input, Change> {
  /** @throws AppError `InvalidRecordException` */
  readonly parse: (input: Input, limits: RecordLimits) => Change
  readonly merge: (stored: Stored, change: Change) => Stored
  readonly count: (stored: Stored) => number
  /** By unique key, in stored order. */
  readonly entries: (stored: Stored) => readonly RecordEntry[]
  /** UTF-8 for texts, else binary. */
  readonly byteLength: (stored: Stored) => number
  readonly print: (stored: Stored) => readonly PrintedRecord[]
}

/** The key is null where a kind has one record; the value is as stored. */
export type RecordEntry = readonly [key: string | number | null, value: string]

export type PrintedRecord = readonly [record: string, value: string]

/** Before each of them is parsed. */
function assertFew(input: readonly unknown[]): void {
  if (input.length > maxRecordsInRequest)
    throw new AppError('InvalidRecordException', `A list has at most ${maxRecordsInRequest} records.`)
}

/** Rejects a key with two values. */
function collectUnique<Key, Value>(
  entries: Iterable<readonly [Key, Value]>,
  what: string,
): ReadonlyMap<Key, Value> {
  const collected = new Map<Key, Value>()
  for (const [key, value] of entries) {
    if (collected.has(key) && collected.get(key) !== value)
      throw new AppError('InvalidRecordException', `${what} ${key} is given twice, with different values.`)
    collected.set(key, value)
  }
  return collected
}

/** Replaced records keep their position, new ones go last, null deletes. */
function mergeByKey<Stored, Key, Value>(
  stored: readonly Stored[],
  changes: ReadonlyMap<Key, Value | null>,
  { keyOf, toRecord }: { keyOf: (record: Stored) => Key; toRecord: (key: Key, value: Value) => Stored },
): readonly Stored[] {
  const merged = new Map(stored.map((record) => [keyOf(record), record]))
  for (const [key, value] of changes) {
    if (value === null) merged.delete(key)
    else merged.set(key, toRecord(key, value))
  }
  return [...merged.values()]
}

function sumOf<Item>(items: readonly Item[], measure: (item: Item) => number): number {
  return items.reduce((sum, item) => sum + measure(item), 0)
}

/** ENSIP-9: `coinType` 0 to 2^32-1, `address` binary, lower-case hex. */
export interface AddressRecord {
  readonly coinType: number
  readonly address: Hex
}

/** In the coin's text form; empty deletes, absent changes nothing. */
export interface AddressInput {
  readonly coinType: number
  readonly address?: string | undefined
}

/** By coin type, in the caller's order. */
export type AddressChanges = ReadonlyMap<number, Hex | null>

export const addresses: RecordKind<readonly AddressRecord[], readonly AddressInput[], AddressChanges> = {
  parse: (input) => {
    assertFew(input)
    return collectUnique(
      input.flatMap(({ coinType, address }) =>
        address === undefined
          ? []
          : [[coinType, address === '' ? null : parseRecordAddress(coinType, address)] as const],
      ),
      'The coin type',
    )
  },
  merge: (stored, changes) => {
    // One that was stored before its number was refused can be removed.
    for (const coinType of changes.keys())
      if (!stored.some((record) => record.coinType === coinType)) assertCoinType(coinType)
    const toRecord = (coinType: number, address: Hex) => ({ coinType, address })
    return mergeByKey(stored, changes, { keyOf: ({ coinType }) => coinType, toRecord })
  },
  count: ({ length }) => length,
  entries: (stored) => stored.map(({ coinType, address }) => [coinType, address]),
  byteLength: (stored) => sumOf(stored, ({ address }) => hexByteLength(address)),
  print: (stored) =>
    stored.map(({ coinType, address }) => [
      `address ${coinName(coinType)} (${coinType})`,
      formatAddress(coinType, address),
    ]),
}

/** The zero address means "not set"; allowed for coin type 60 only. */
function parseRecordAddress(coinType: number, text: string): Hex {
  const address = parseAddress(coinType, text)
  if (address === zeroAddress && isEvmCoinType(coinType) && coinType !== ethCoinType)
    throw new AppError(
      'InvalidRecordException',
      `The zero address cannot be recorded for coin type ${coinType}, only for 60; an empty address removes one.`,
    )
  return address
}

/** Binary (ENSIP-7), null when unset; requests have a URI, empty to delete. */
export const contenthash: RecordKind<Hex | null, string, Hex | null> = {
  parse: (uri) => (uri === '' ? null : parseContenthash(uri)),
  merge: (_stored, change) => change,
  count: (stored) => (stored === null ? 0 : 1),
  entries: (stored) => (stored === null ? [] : [[null, stored]]),
  byteLength: (stored) => (stored === null ? 0 : hexByteLength(stored)),
  print: (stored) => {
    const content = stored === null ? null : formatContenthash(stored)
    return content ? [['content hash', `${content.protocolType}://${content.decoded}`]] : []
  },
}

/** ENSIP-5. Stored values are never empty. */
export interface TextRecord {
  readonly key: string
  readonly value: string
}

/** By key, in the caller's order. */
export type TextChanges = ReadonlyMap<string, string | null>

export const texts: RecordKind<readonly TextRecord[], readonly TextRecord[], TextChanges> = {
  parse: (input, limits) => {
    assertFew(input)
    return collectUnique(
      input.map(({ key, value }) => {
        if (key === '') throw new AppError('InvalidRecordException', 'A text key must not be empty.')
        assertStorable(key, 'text key', limits.textKey)
        assertStorable(value, 'text value', limits.textValue)
        return [key, value || null] as const
      }),
      'The text key',
    )
  },
  merge: (stored, changes) =>
    mergeByKey(stored, changes, { keyOf: ({ key }) => key, toRecord: (key, value) => ({ key, value }) }),
  count: ({ length }) => length,
  entries: (stored) => stored.map(({ key, value }) => [key, value]),
  byteLength: (stored) =>
    sumOf(stored, ({ key, value }) => Buffer.byteLength(key) + Buffer.byteLength(value)),
  print: (stored) => stored.map(({ key, value }) => [`text ${key}`, value]),
}

/** Rejects text that a database cannot store unchanged. */
function assertStorable(text: string, what: string, maxBytes: number): void {
  const bytes = Buffer.byteLength(text)
  if (bytes > maxBytes)
    throw new AppError(
      'InvalidRecordException',
      `A ${what} has at most ${maxBytes} bytes in UTF-8; this one has ${bytes}.`,
    )
  if (!text.isWellFormed() || text.includes('\0'))
    throw new AppError('InvalidRecordException', `A ${what} must be valid Unicode without the NUL character.`)
}

function hexByteLength(hex: Hex): number {
  return (hex.length - 2) / 2
}
