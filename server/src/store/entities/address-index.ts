import { createHash } from 'node:crypto'
import { type Insertable, sql } from 'kysely'
import type { AddressRecord } from '../../ens/record-kinds.ts'
import { columnList } from '../driver/columns.ts'
import { dialectOf } from '../driver/sql-dialect.ts'
import { compiled, type Params } from '../driver/statements.ts'
import type { Queryable, StoreTransaction, SubnameAddressRow } from '../tables.ts'
import { decodeInlineRecords } from './records-codec.ts'

export interface IndexedSubname {
  readonly key: number
  readonly domainKey: number
  readonly isClaimed: boolean
}

export interface IndexedAddress {
  /** Signed 64-bit decimal: a JavaScript number is too small. */
  readonly hash: string
  readonly coinType: number
}

/** 8 bytes in place of up to 132. Readers filter out collisions. */
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

export interface AddressedSubname extends IndexedSubname {
  readonly addresses: readonly AddressRecord[]
}

export async function insertAddressesOfEach(
  db: Queryable,
  subnames: readonly AddressedSubname[],
): Promise<void> {
  const rows = subnames.flatMap(({ addresses, ...subname }) =>
    indexedAddresses(addresses).map(({ hash, coinType }) => ({
      address_hash: hash,
      subname_key: subname.key,
      domain_key: subname.domainKey,
      coin_type: coinType,
      is_claimed: Number(subname.isClaimed),
    })),
  )
  if (rows.length === 0) return
  const columns = columnList(addressColumns.map(({ name }) => name))
  await sql`
    insert into subname_addresses (${columns})
    select ${columns} from ${dialectOf(db).unnestRows(addressColumns, rows)} as added
  `.execute(db)
}

const addressColumns = [
  { name: 'address_hash', type: 'integer' },
  { name: 'subname_key', type: 'integer' },
  { name: 'domain_key', type: 'integer' },
  { name: 'coin_type', type: 'integer' },
  { name: 'is_claimed', type: 'integer' },
] as const

export async function deleteAddressesOfEach(
  db: Queryable,
  subnames: readonly AddressedSubname[],
): Promise<void> {
  const rows = subnames.flatMap(({ key, addresses }) =>
    indexedAddresses(addresses).map(({ hash }) => ({ address_hash: hash, subname_key: key })),
  )
  if (rows.length === 0) return
  const [hash, key] = addressColumns
  await sql`
    delete from subname_addresses where (address_hash, subname_key) in (
      select address_hash, subname_key from ${dialectOf(db).unnestRows([hash, key], rows)} as removed
    )
  `.execute(db)
}

/** Rows per statement: SQLite takes 32,766 parameters. */
const maxRows = 5000

const insertOne = compiled((db, row: Params<Insertable<SubnameAddressRow>>) =>
  db.insertInto('subnameAddresses').values(row),
)

async function insertRows(db: Queryable, rows: readonly Insertable<SubnameAddressRow>[]): Promise<void> {
  const [only, ...others] = rows
  if (only && others.length === 0) return void (await insertOne(db, only))
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

const batchSize = 500

/** Fills the empty index after a bulk insert. */
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
