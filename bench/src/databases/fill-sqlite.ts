import { DatabaseSync } from 'node:sqlite'
import type { Row, Rows } from './rows.ts'

/**
 * Inserts rows in one transaction and counts them below their domain. Indexes are taken away for as long and made again;
 * triggers stay. Nothing waits for the disk before the end: a database that is cut off in between is of no use.
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
  const places = columns.map(() => '?').join(', ')
  const statement = database.prepare(`insert into ${table} (${columns.join(', ')}) values (${places})`)
  for (const row of rows) statement.run(...Object.values(row))
}

/** The indexes of the tables that are filled, but for those that are constraints. Safe because it says what it selects. */
function indexesOf(database: DatabaseSync) {
  return database
    .prepare(`
      select name, sql from sqlite_master
      where type = 'index' and sql is not null and tbl_name in ('subnames', 'subname_addresses')
    `)
    .all() as { name: string; sql: string }[]
}
