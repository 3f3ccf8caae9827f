import { sql } from 'kysely'
import type { Hex } from 'viem'
import type { Domain } from '../../model/domain.ts'
import type { Subname } from '../../model/subname.ts'
import { hexToBytes } from '../driver/bytes.ts'
import { compiled, type Params } from '../driver/compiled-query.ts'
import type { Queryable } from '../tables.ts'

const bySkeleton = compiled((db, { key, skeleton }: Params<{ key: number; skeleton: number }>) =>
  db.selectFrom('subnames').select('label').where('domainKey', '=', key).where('skeleton', '=', skeleton),
)

/** Labels of names with that hash of their skeleton. */
export async function findLabelsBySkeleton(
  db: Queryable,
  { key }: Pick<Domain, 'key'>,
  skeleton: number,
): Promise<readonly string[]> {
  const { rows } = await bySkeleton(db, { key, skeleton })
  return rows.map(({ label }) => label)
}

/** Bytes of a holder in the index. */
const indexedHolderBytes = 6

interface HolderQuery {
  readonly key: number
  readonly holder: Uint8Array
  readonly prefix: Uint8Array
  readonly limit: number
}

const byHolder = compiled((db, { key, holder, prefix, limit }: Params<HolderQuery>) =>
  db
    .selectFrom(
      db
        .selectFrom('subnames')
        .select('key')
        .where('domainKey', '=', key)
        .where(sql`substr(holder, 1, ${sql.lit(indexedHolderBytes)})`, '=', prefix)
        .where('holder', '=', holder)
        .where('skeleton', 'is not', null)
        .limit(limit)
        .as('held'),
    )
    .select(({ fn }) => fn.countAll<number>().as('count')),
)

/** Names and reservations of the address in the domain, up to `limit`. */
export async function countNamesOfHolder(
  db: Queryable,
  { key }: Pick<Domain, 'key'>,
  address: Hex,
  limit: number,
): Promise<number> {
  const holder = hexToBytes(address)
  const prefix = holder.subarray(0, indexedHolderBytes)
  const [row] = (await byHolder(db, { key, holder, prefix, limit })).rows
  return Number(row?.count ?? 0)
}

const removalTypes = ['subname.revoked', 'subname.rejected', 'subname.erased'] as const

/** When the name was last removed, as far as the event log goes back. Milliseconds since 1970. */
export async function findRemovalTime(
  db: Queryable,
  { chainId, name }: Pick<Subname, 'chainId' | 'name'>,
): Promise<number | undefined> {
  const times = await Promise.all(
    (['eventLog', 'pendingEvents'] as const).map((table) =>
      db
        .selectFrom(table)
        .select(({ fn }) => fn.max('createdAt').as('time'))
        .where('name', '=', name)
        .where('chainId', '=', chainId)
        .where('type', 'in', removalTypes)
        .executeTakeFirst(),
    ),
  )
  const known = times.flatMap((row) => row?.time ?? [])
  return known.length > 0 ? Math.max(...known) : undefined
}

const allowed = compiled((db, { key, address }: Params<{ key: number; address: Uint8Array }>) =>
  db
    .selectFrom('allowedAddresses')
    .select('domainKey')
    .where('domainKey', '=', key)
    .where('address', '=', address),
)

export async function isAllowedAddress(
  db: Queryable,
  { key }: Pick<Domain, 'key'>,
  address: Hex,
): Promise<boolean> {
  return (await allowed(db, { key, address: hexToBytes(address) })).rows.length > 0
}
