import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import type { SqlDialect } from '../driver/sql-dialect.ts'
import type { PlainTransaction } from '../plain-database.ts'

/** By which the ids of the messages of a webhook are derived. */
export async function up(tx: PlainTransaction, { text }: SqlDialect): Promise<void> {
  await tx.schema
    .alterTable('webhooks')
    .addColumn('message_id_key', text, (column) => column.notNull().defaultTo(''))
    .execute()
  const { rows } = await sql<{ readonly id: string }>`select id from webhooks`.execute(tx)
  for (const { id } of rows) {
    const key = randomBytes(32).toString('base64url')
    await sql`update webhooks set message_id_key = ${key} where id = ${id}`.execute(tx)
  }
}
