import { type Hex, zeroAddress } from 'viem'
import { AppError } from '../../errors.ts'
import { formatAddress, parseAddress } from '../address.ts'
import { hexByteLength } from '../byte-length.ts'
import { coinName, ethCoinType, isEvmCoinType } from '../coin-type.ts'
import { collectUnique, mergeEntries, type RecordKind, sumOf } from './record-kind.ts'

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
  empty: [],
  parse: (input) =>
    collectUnique(
      input.flatMap(({ coinType, address }) =>
        address === undefined
          ? []
          : [[coinType, address === '' ? null : parseRecordAddress(coinType, address)] as const],
      ),
      'The coin type',
    ),
  merge: (stored, changes) =>
    mergeEntries(
      stored.map(({ coinType, address }) => [coinType, address] as const),
      changes,
    ).map(([coinType, address]) => ({ coinType, address })),
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
