import { type Hex, zeroAddress } from 'viem'
import { ethCoinType } from './coin-type.ts'

/** A text record (ENSIP-5). A stored value is never empty. */
export interface TextRecord {
  readonly key: string
  readonly value: string
}

/** An address record (ENSIP-9): `coinType` as a number (0 to 2^32-1), `address` in binary form, lower-case hex. */
export interface AddressRecord {
  readonly coinType: number
  readonly address: Hex
}

/**
 * Everything a name resolves to. Lists keep the order in which their entries were first written; a coin type or a
 * text key occurs once. `contenthash` is the binary form of ENSIP-7, `null` when unset.
 */
export interface Records {
  readonly texts: readonly TextRecord[]
  readonly addresses: readonly AddressRecord[]
  readonly contenthash: Hex | null
}

export const emptyRecords: Records = { texts: [], addresses: [], contenthash: null }

/** The records with an address of coin type 60, which clients read from every record; the zero address means unset. */
export function withEthAddress(records: Records): Records {
  return records.addresses.some(({ coinType }) => coinType === ethCoinType)
    ? records
    : { ...records, addresses: [{ coinType: ethCoinType, address: zeroAddress }, ...records.addresses] }
}
