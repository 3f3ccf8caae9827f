import { type QueryExecutorProvider, sql } from 'kysely'

/**
 * Locks marks in the order of their keys, so that processes do not deadlock. Skips names that are being deleted: it
 * does not wait for them, and leaves no mark of one that is gone.
 */
export async function markLookupsInPostgres(
  tx: QueryExecutorProvider,
  hour: number,
  subnameKeys: readonly number[],
): Promise<void> {
  await sql`
    update last_lookups set hour = ${hour}
    where subname_key in (
      select subname_key from last_lookups
      where subname_key = any(${subnameKeys}::int[]) and hour < ${hour}
      order by subname_key for update
    )
  `.execute(tx)
  await sql`
    insert into last_lookups (subname_key, hour)
    select key, ${hour} from (
      select key from subnames
      where key = any(${subnameKeys}::int[])
        and not exists (select from last_lookups where subname_key = subnames.key)
      order by key for key share skip locked
    ) as names
    on conflict (subname_key) do update set hour = excluded.hour where last_lookups.hour < excluded.hour
  `.execute(tx)
}
