import type { SqlDialect } from '../driver/sql-dialect.ts'
import type { PlainTransaction } from '../plain-database.ts'

/** Certificates of the service's own TLS, so that all its processes, and a restored copy, have them. */
export async function up(tx: PlainTransaction, { createTable, text, integer }: SqlDialect): Promise<void> {
  await createTable(tx, 'certificates')
    .addColumn('host', text, (column) => column.primaryKey())
    .addColumn('chain', text)
    .addColumn('private_key', text)
    .addColumn('issued_at', integer)
    .addColumn('expires_at', integer)
    .addColumn('due_at', integer, (column) => column.notNull())
    .addColumn('attempted_at', integer, (column) => column.notNull())
    .addColumn('failures', integer, (column) => column.notNull())
    .addColumn('problem', text)
    .execute()
  await createTable(tx, 'acme_accounts')
    .addColumn('directory_url', text, (column) => column.primaryKey())
    .addColumn('url', text, (column) => column.notNull())
    .addColumn('private_key', text, (column) => column.notNull())
    .execute()
  await createTable(tx, 'challenge_answers')
    .addColumn('token', text, (column) => column.primaryKey())
    .addColumn('host', text, (column) => column.notNull())
    .addColumn('kind', text, (column) => column.notNull())
    .addColumn('key_authorization', text, (column) => column.notNull())
    .addColumn('expires_at', integer, (column) => column.notNull())
    .execute()
}
