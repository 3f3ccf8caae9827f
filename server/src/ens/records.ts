import { type Hex, zeroAddress } from 'viem'
import { ethCoinType } from './coin-type.ts'
import {
  type AddressChanges,
  type AddressInput,
  type AddressRecord,
  addresses,
} from './record-kinds/addresses.ts'
import { contenthash } from './record-kinds/contenthash.ts'
import type { RecordKind } from './record-kinds/record-kind.ts'
import { type TextChanges, type TextRecord, texts } from './record-kinds/texts.ts'

/**
 * The records of a name, by kind. Lists keep the order in which their entries were first written; a coin type or a text key
 * occurs once.
 */
export interface Records {
  readonly texts: readonly TextRecord[]
  readonly addresses: readonly AddressRecord[]
  readonly contenthash: Hex | null
}

/** Records in a request. An empty text deletes the stored one; an absent kind stays. */
export interface RecordInput {
  readonly texts?: readonly TextRecord[] | undefined
  readonly addresses?: readonly AddressInput[] | undefined
  readonly contenthash?: string | undefined
}

/** Validated changes. `null` deletes; an absent kind stays. */
export interface RecordChanges {
  readonly texts?: TextChanges | undefined
  readonly addresses?: AddressChanges | undefined
  readonly contenthash?: Hex | null | undefined
}

export type RecordKindName = keyof Records

/** A type without `undefined`. */
type Defined<Value> = Value & (NonNullable<unknown> | null)

export type RecordKinds = {
  readonly [Name in RecordKindName]: RecordKind<
    Records[Name],
    Defined<RecordInput[Name]>,
    Defined<RecordChanges[Name]>
  >
}

/** The kinds of records, in the order in which they are listed. CONTRIBUTING.md describes how to add one. */
export const recordKinds: RecordKinds = { addresses, texts, contenthash }

/** Safe: the names are those of the object above. */
export const recordKindNames = Object.keys(recordKinds) as readonly RecordKindName[]

/** Builds records, or values for each kind. Safe: each name has a value of its kind. */
export function mapRecordKinds<Mapped extends { readonly [Name in RecordKindName]?: unknown }>(
  map: <Name extends RecordKindName>(name: Name, kind: RecordKinds[Name]) => Mapped[Name],
): Mapped {
  return Object.fromEntries(recordKindNames.map((name) => [name, map(name, recordKinds[name])])) as Mapped
}

export const emptyRecords: Records = mapRecordKinds((_name, kind) => kind.empty)

/** The records with an address of coin type 60, which clients read from every record; the zero address means unset. */
export function withEthAddress(records: Records): Records {
  return records.addresses.some(({ coinType }) => coinType === ethCoinType)
    ? records
    : { ...records, addresses: [{ coinType: ethCoinType, address: zeroAddress }, ...records.addresses] }
}
