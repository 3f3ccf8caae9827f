import { DatabaseSync } from 'node:sqlite'
import type { Row, Rows } from './rows.ts'

/**
 * Inserts rows in one transaction and counts them below their domain. Indexes are dropped before and recreated after
 * it; triggers stay. Nothing is flushed before the end: a partial database is discarded.
 */
export function fillSqlite(path: string, parts: Iterable<Rows>): void {
  const database = new DatabaseSync(path)
  try {
    database.exec('pragma synchronous = off; pragma journal_mode = off; pragma cache_size = -262144; begin')
    const indexes = indexesOf(database)
    for (const { name } of indexes) database.exec(`drop index ${name}`)
    for (const part of parts) for (const [table, rows] of Object.entries(part)) insert(database, table, rows)
    for (const { sql } of indexes) database.exec(sql)
    database.exec(`
      update domains set
        subname_count = (select count(*) from subnames where domain_key = domains.key),
        claimed_count = (select count(*) from subnames where domain_key = domains.key and is_claimed = 1);
      commit; pragma journal_mode = wal
    `)
  } finally {
    database.close()
  }
}

function insert(database: DatabaseSync, table: string, rows: readonly Row[]): void {
  const columns = Object.keys(rows[0] ?? {})
  const placeholders = columns.map(() => '?').join(', ')
  const statement = database.prepare(`insert into ${table} (${columns.join(', ')}) values (${placeholders})`)
  for (const row of rows) statement.run(...Object.values(row))
}

/** The indexes of the filled tables, except for constraints. Safe because the query names its columns. */
function indexesOf(database: DatabaseSync) {
  return database
    .prepare(`
      select name, sql from sqlite_master
      where type = 'index' and sql is not null and tbl_name in ('subnames', 'subname_addresses')
    `)
    .all() as { name: string; sql: string }[]
}
