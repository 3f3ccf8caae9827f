import { sql } from 'kysely'
import type { Hex } from 'viem'
import type { YieldToEventLoop } from '../../async/time.ts'
import type { Domain } from '../../model/domain.ts'
import { bytesToHex, hexToBytes } from '../driver/columns.ts'
import { dialectOf } from '../driver/sql-dialect.ts'
import { compiled, insertRows, type Params } from '../driver/statements.ts'
import type { Queryable, StoreTransaction } from '../tables.ts'

type DomainKey = Pick<Domain, 'key'>

const allowed = compiled((db, { key, address }: Params<DomainKey & { address: Uint8Array }>) =>
  db
    .selectFrom('allowedAddresses')
    .select('domainKey')
    .where('domainKey', '=', key)
    .where('address', '=', address),
)

export async function isAllowedAddress(db: Queryable, { key }: DomainKey, address: Hex): Promise<boolean> {
  return (await allowed(db, { key, address: hexToBytes(address) })).rows.length > 0
}

export async function countAllowedAddresses(db: Queryable, { key }: DomainKey): Promise<number> {
  const { count } = await db
    .selectFrom('allowedAddresses')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('domainKey', '=', key)
    .executeTakeFirstOrThrow()
  return Number(count)
}

/** Sorts behind every address. */
const longerThanAny = new Uint8Array(21).fill(0xff)

/** In ascending order. `after`: the last address of the page before. */
export async function listAllowedAddresses(
  db: Queryable,
  { key }: DomainKey,
  { after, limit }: { readonly after: Hex | undefined; readonly limit: number },
): Promise<readonly Hex[]> {
  const { condition, order } = dialectOf(db).scanIndex({
    first: [[sql`domain_key`, sql`${key}`]],
    next: sql`address`,
    direction: 'asc',
    after: after === undefined ? undefined : sql`${hexToBytes(after)}`,
    bounds: [sql`${new Uint8Array()}`, sql`${longerThanAny}`],
  })
  const rows = await db
    .selectFrom('allowedAddresses')
    .select('address')
    .where(condition)
    .orderBy(order)
    .limit(limit)
    .execute()
  return rows.map(({ address }) => bytesToHex(address))
}

const chunkRows = 2000

/** The addresses are distinct. */
export async function replaceAllowedAddresses(
  tx: StoreTransaction,
  { key: domainKey }: DomainKey,
  addresses: readonly Hex[],
  yieldToEventLoop: YieldToEventLoop,
): Promise<void> {
  await tx.deleteFrom('allowedAddresses').where('domainKey', '=', domainKey).execute()
  for (let start = 0; start < addresses.length; start += chunkRows) {
    const chunk = addresses.slice(start, start + chunkRows)
    const rows = chunk.map((address) => ({ domainKey, address: hexToBytes(address) }))
    await insertRows(tx, 'allowedAddresses', rows)
    await yieldToEventLoop()
  }
}
