import { DatabaseSync } from 'node:sqlite'
import pg from 'pg'
import type { DatabaseKind } from './kinds.ts'

/** The bytes of a table or an index. */
export interface RelationSize {
  readonly name: string
  readonly bytes: number
}

/** The sizes of subnames and their indexes in a database of that kind, the largest first. */
export function readSizes(kind: DatabaseKind, url: string): Promise<readonly RelationSize[]> {
  return kind === 'sqlite' ? sizesInSqlite(url) : sizesInPostgres(url)
}

async function sizesInSqlite(url: string): Promise<readonly RelationSize[]> {
  const database = new DatabaseSync(url.slice('sqlite:'.length), { readOnly: true })
  try {
    const rows = database
      .prepare(`
        select name, sum(pgsize) as bytes from dbstat
        where name glob 'subname*' or name glob 'sqlite_autoindex_subname*'
        group by name order by bytes desc
      `)
      .all()
    return rows.map(({ name, bytes }) => ({ name: String(name), bytes: Number(bytes) }))
  } finally {
    database.close()
  }
}

async function sizesInPostgres(url: string): Promise<readonly RelationSize[]> {
  const client = new pg.Client(url)
  await client.connect()
  try {
    const { rows } = await client.query<{ name: string; bytes: string }>(`
      with tables as (
        select oid, reltoastrelid from pg_class where relname in ('subnames', 'subname_addresses', 'subname_texts')
      )
      select relname as name, pg_relation_size(oid) as bytes from pg_class
      where oid in (select oid from tables union select reltoastrelid from tables
        union select indexrelid from pg_index where indrelid in (select oid from tables))
      order by bytes desc
    `)
    return rows.map(({ name, bytes }) => ({ name, bytes: Number(bytes) }))
  } finally {
    await client.end()
  }
}

/** The bytes of a whole database. */
export function readDatabaseBytes(kind: DatabaseKind, url: string): Promise<number> {
  return kind === 'sqlite' ? bytesOfSqlite(url) : bytesOfPostgres(url)
}

async function bytesOfSqlite(url: string): Promise<number> {
  const database = new DatabaseSync(url.slice('sqlite:'.length), { readOnly: true })
  try {
    const [bytes = 0] = database
      .prepare('select page_count * page_size as bytes from pragma_page_count(), pragma_page_size()')
      .all()
      .map(({ bytes }) => Number(bytes))
    return bytes
  } finally {
    database.close()
  }
}

async function bytesOfPostgres(url: string): Promise<number> {
  const client = new pg.Client(url)
  await client.connect()
  try {
    const { rows } = await client.query<{ bytes: string }>(
      'select pg_database_size(current_database()) as bytes',
    )
    return Number(rows[0]?.bytes)
  } finally {
    await client.end()
  }
}
