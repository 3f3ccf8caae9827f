import { type QueryExecutorProvider, sql } from 'kysely'
import { copiedTables } from '../tables.ts'

/** Bytes: about ten thousand rows. */
const largeTableBytes = 2 * 1_048_576

/** Neither a count nor a time of `pg_stat_user_tables`: an upgrade and a crash forget both, and may keep the statistics. */
export async function selectTablesWithoutStatistics(db: QueryExecutorProvider): Promise<readonly string[]> {
  const { rows } = await sql<{ relname: string }>`
    select relname from pg_class
    where relnamespace = current_schema()::regnamespace and relname = any(${Object.keys(copiedTables)}::text[])
      and pg_relation_size(oid) > ${largeTableBytes}
      and not exists (select from pg_stats where schemaname = current_schema() and tablename = relname)
    order by relname
  `.execute(db)
  return rows.map(({ relname }) => relname)
}
