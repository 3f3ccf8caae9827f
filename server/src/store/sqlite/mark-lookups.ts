import { type QueryExecutorProvider, sql } from 'kysely'

export async function markLookupsInSqlite(
  tx: QueryExecutorProvider,
  hour: number,
  subnameKeys: readonly number[],
): Promise<void> {
  await sql`
    insert into last_lookups (subname_key, hour)
    select key, ${hour} from subnames where key in (select value from json_each(${JSON.stringify(subnameKeys)}))
    on conflict (subname_key) do update set hour = excluded.hour where last_lookups.hour < excluded.hour
  `.execute(tx)
}
