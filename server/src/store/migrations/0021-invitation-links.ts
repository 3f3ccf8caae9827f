import { sql } from 'kysely'
import type { SqlDialect } from '../driver/sql-dialect.ts'
import type { PlainTransaction } from '../plain-database.ts'

export async function up(
  tx: PlainTransaction,
  { name, createTable, key, text, integer }: SqlDialect,
): Promise<void> {
  await createTable(tx, 'invitation_links')
    .addColumn('key', key, (column) => (name === 'postgres' ? column.primaryKey() : column))
    .addColumn('id', text, (column) => column.notNull().unique())
    .addColumn('domain_key', sql`integer`, (column) =>
      column.notNull().references('domains.key').onDelete('cascade'),
    )
    .addColumn('workspace_id', text, (column) => column.notNull())
    .addColumn('hash', text, (column) => column.notNull().unique())
    .addColumn('label', text)
    .addColumn('skeleton', integer)
    .addColumn('max_uses', integer, (column) => column.notNull())
    .addColumn('uses', integer, (column) => column.notNull())
    .addColumn('note', text, (column) => column.notNull())
    .addColumn('created_at', integer, (column) => column.notNull())
    .addColumn('expires_at', integer)
    .addColumn('revoked_at', integer)
    .addColumn('ends_at', integer)
    .addCheckConstraint('invitation_links_uses', sql`uses between 0 and max_uses`)
    .execute()
  for (const statement of indexes) await sql.raw(statement).execute(tx)
}

const indexes = [
  'create index invitation_links_by_domain on invitation_links (domain_key, key)',
  'create index invitation_links_by_skeleton on invitation_links (domain_key, skeleton) where skeleton is not null',
  'create index invitation_links_by_end on invitation_links (ends_at) where ends_at is not null',
]
