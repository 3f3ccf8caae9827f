import { createHash } from 'node:crypto'
import { type Insertable, sql } from 'kysely'
import type { AddressRecord } from '../../ens/record-kinds/addresses.ts'
import type { Queryable, StoreTransaction, SubnameAddressRow } from '../tables.ts'
import { decodeInlineRecords } from './records-codec.ts'

/** A subname with indexed addresses, by the keys of its row. */
export interface IndexedSubname {
  readonly key: number
  readonly domainKey: number
  readonly isClaimed: boolean
}

/** An address of a subname in the index. */
export interface IndexedAddress {
  /** Signed, 64 bits, in decimal: beyond the precision of a number. */
  readonly hash: string
  readonly coinType: number
}

/**
 * The hash of a coin type and an address, by which names are found: 8 bytes in place of up to 132. Two different addresses
 * collide once in 2^64; a list by one then filters out the names of the other after reading them.
 */
export function addressHash({ coinType, address }: AddressRecord): string {
  return createHash('sha256').update(`${coinType} ${address}`).digest().readBigInt64BE().toString()
}

export function indexedAddresses(addresses: readonly AddressRecord[]): readonly IndexedAddress[] {
  const byHash = new Map(
    addresses.map((record) => {
      const hash = addressHash(record)
      return [hash, { hash, coinType: record.coinType }]
    }),
  )
  return [...byHash.values()]
}

export async function insertAddresses(
  db: Queryable,
  { key, domainKey, isClaimed }: IndexedSubname,
  addresses: readonly AddressRecord[],
): Promise<void> {
  await insertRows(db, addressRows({ key, domainKey, isClaimed }, addresses))
}

function addressRows(
  { key, domainKey, isClaimed }: IndexedSubname,
  addresses: readonly AddressRecord[],
): readonly Insertable<SubnameAddressRow>[] {
  return indexedAddresses(addresses).map(({ hash, coinType }) => ({
    addressHash: hash,
    subnameKey: key,
    domainKey,
    coinType: coinType,
    isClaimed,
  }))
}

/** Rows of one statement: SQLite takes 32,766 parameters. */
const maxRows = 5000

async function insertRows(db: Queryable, rows: readonly Insertable<SubnameAddressRow>[]): Promise<void> {
  for (let from = 0; from < rows.length; from += maxRows)
    await db
      .insertInto('subnameAddresses')
      .values(rows.slice(from, from + maxRows))
      .execute()
}

export async function deleteAddresses(
  db: Queryable,
  subnameKey: number,
  addresses: readonly AddressRecord[],
): Promise<void> {
  if (addresses.length === 0) return
  await db.deleteFrom('subnameAddresses').where(isOneOf(subnameKey, addresses)).execute()
}

export async function markAddressesClaimed(
  db: Queryable,
  subnameKey: number,
  addresses: readonly AddressRecord[],
): Promise<void> {
  if (addresses.length === 0) return
  await db
    .updateTable('subnameAddresses')
    .set({ isClaimed: true })
    .where(isOneOf(subnameKey, addresses))
    .execute()
}

function isOneOf(subnameKey: number, addresses: readonly AddressRecord[]) {
  const hashes = addresses.map((record) => sql`cast(${addressHash(record)} as bigint)`)
  return sql<boolean>`address_hash in (${sql.join(hashes)}) and subname_key = ${subnameKey}`
}

/** Subnames indexed by one query. */
const batchSize = 500

/** Rebuilds the empty index from the records of all subnames, after they were inserted without it. */
export async function buildAddressIndex(tx: StoreTransaction): Promise<void> {
  let last = 0
  for (;;) {
    const rows = await tx
      .selectFrom('subnames')
      .select(['key', 'domainKey', 'isClaimed', 'records'])
      .where('key', '>', last)
      .orderBy('key')
      .limit(batchSize)
      .execute()
    await insertRows(
      tx,
      rows.flatMap((row) => addressRows(row, decodeInlineRecords(row.records).addresses)),
    )
    const end = rows.at(-1)
    if (!end) return
    last = end.key
  }
}
