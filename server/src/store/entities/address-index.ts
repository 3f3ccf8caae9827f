import { hash } from 'node:crypto'
import { sql } from 'kysely'
import type { AddressRecord } from '../../ens/record-kinds.ts'
import { insertRows, unnestRows } from '../driver/statements.ts'
import type { Queryable, StoreTransaction } from '../tables.ts'
import { decodeInlineRecords } from './records-codec.ts'

interface IndexedSubname {
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
  const digest = hash('sha256', `${coinType} ${address}`, 'hex')
  return BigInt.asIntN(64, BigInt(`0x${digest.slice(0, 16)}`)).toString()
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

export interface AddressedSubname extends IndexedSubname {
  readonly addresses: readonly AddressRecord[]
}

export async function insertAddresses(db: Queryable, subnames: readonly AddressedSubname[]): Promise<void> {
  await insertRows(
    db,
    'subnameAddresses',
    subnames.flatMap(({ key: subnameKey, domainKey, isClaimed, addresses }) =>
      indexedAddresses(addresses).map(({ hash: addressHash, coinType }) => {
        return { addressHash, subnameKey, domainKey, coinType, isClaimed }
      }),
    ),
  )
}

const deletedColumns = { address_hash: 'integer', subname_key: 'integer' } as const

export async function deleteAddressesOfEach(
  db: Queryable,
  subnames: readonly AddressedSubname[],
): Promise<void> {
  const rows = subnames.flatMap(({ key, addresses }) =>
    indexedAddresses(addresses).map(({ hash }) => ({ address_hash: hash, subname_key: key })),
  )
  if (rows.length === 0) return
  await sql`
    delete from subname_addresses where (address_hash, subname_key) in (
      select address_hash, subname_key from ${unnestRows(db, deletedColumns, rows)} as removed
    )
  `.execute(db)
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
    await insertAddresses(
      tx,
      rows.map(({ records, ...row }) => ({ ...row, addresses: decodeInlineRecords(records).addresses })),
    )
    const end = rows.at(-1)
    if (!end) return
    last = end.key
  }
}
