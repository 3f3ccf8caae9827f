import { sql } from 'kysely'
import type { SqlDialect } from '../driver/sql-dialect.ts'
import type { PlainTransaction } from '../plain-database.ts'

/**
 * Up to when the end of a set was announced, in Unix seconds: what comes later is due. Each index has the sets with something left to
 * announce alone, so that those of before cost nothing. Versions before leave it as it is: a later end is announced again. Days are
 * those of `set-notices.ts`. Holders read which of their own end.
 */
export async function up(tx: PlainTransaction, { integer }: SqlDialect): Promise<void> {
  await tx.schema
    .alterTable('sealed_sets')
    .addColumn('noticed_until', integer, (column) => column.notNull().defaultTo(0))
    .execute()
  for (const statement of indexes) await sql.raw(statement).execute(tx)
}

const indexes = [
  'create index sealed_sets_ending on sealed_sets (valid_until) where noticed_until < valid_until - 1209600',
  'create index sealed_sets_ended on sealed_sets (valid_until) where noticed_until <= valid_until',
  'create index sealed_sets_of_holder on sealed_sets (holder, valid_until, subname_key)',
]
