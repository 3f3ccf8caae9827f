import pg from 'pg'
import type { Row, Rows } from './rows.ts'

/**
 * Inserts rows in one transaction and counts them below their domain. Indexes and foreign keys are dropped before and
 * recreated after it. Then the tables are analyzed, as those of a grown database would be.
 */
export async function fillPostgres(url: string, parts: Iterable<Rows>): Promise<void> {
  const client = new pg.Client(url)
  await client.connect()
  try {
    await client.query(`set maintenance_work_mem = '512MB'; begin`)
    const { rows: obstacles } = await client.query<IndexOrConstraint>(listIndexesAndConstraints)
    for (const { removal } of obstacles) await client.query(removal)
    for (const part of parts)
      for (const [table, rows] of Object.entries(part)) {
        const columns = Object.keys(rows[0] ?? {}).join(', ')
        await client.query(
          `insert into ${table} (${columns}) select ${columns} from json_populate_recordset(null::${table}, $1)`,
          [JSON.stringify(rows.map(toJsonRow))],
        )
      }
    for (const { creation } of obstacles) await client.query(creation)
    await client.query(`
      update domains set
        subname_count = (select count(*) from subnames where domain_key = domains.key),
        claimed_count = (select count(*) from subnames where domain_key = domains.key and is_claimed = 1);
      select setval(pg_get_serial_sequence('subnames', 'key'), max(key)) from subnames;
      commit
    `)
    await client.query('vacuum (analyze)')
    await client.query('checkpoint')
  } finally {
    await client.end()
  }
}

/** Bytes as PostgreSQL reads them from JSON. */
function toJsonRow(row: Row): object {
  return Object.fromEntries(
    Object.entries(row).map(([column, value]) => [
      column,
      value instanceof Uint8Array ? `\\x${Buffer.from(value).toString('hex')}` : value,
    ]),
  )
}

/** What slows inserts down. */
interface IndexOrConstraint {
  readonly removal: string
  readonly creation: string
}

/** The foreign keys of the filled tables, and their indexes except for constraints. */
const listIndexesAndConstraints = `
  with filled as (select * from (values ('subnames'::regclass), ('subname_addresses'::regclass)) as t (relid))
  select format('drop index %s', indexrelid::regclass) as removal, pg_get_indexdef(indexrelid) as creation
  from pg_index join filled on relid = indrelid
  where not exists (select from pg_constraint where conindid = indexrelid and contype in ('p', 'u'))
  union all
  select
    format('alter table %s drop constraint %I', conrelid::regclass, conname),
    format('alter table %s add constraint %I %s', conrelid::regclass, conname, pg_get_constraintdef(oid))
  from pg_constraint join filled on relid = conrelid where contype = 'f'
`
