import type { SqlDialect } from '../driver/sql-dialect.ts'
import type { PlainTransaction } from '../plain-database.ts'

/** Of our signers, those that the contract is known to trust: lower-case addresses, separated by blanks. */
export async function up(tx: PlainTransaction, { text }: SqlDialect): Promise<void> {
  await tx.schema
    .alterTable('resolvers')
    .addColumn('trusted_signers', text, (column) => column.notNull().defaultTo(''))
    .execute()
}
