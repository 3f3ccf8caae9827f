import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import type { SqlDialect } from '../driver/sql-dialect.ts'
import type { PlainTransaction } from '../plain-database.ts'

/** A secret that all processes of the database have. */
export async function up(tx: PlainTransaction, dialect: SqlDialect): Promise<void> {
  await dialect
    .createTable(tx, 'instance_secrets')
    .addColumn('purpose', dialect.text, (column) => column.primaryKey())
    .addColumn('secret', dialect.text, (column) => column.notNull())
    .execute()
  const secret = randomBytes(32).toString('base64url')
  await sql`insert into instance_secrets (purpose, secret) values ('cursors', ${secret})`.execute(tx)
}
