import { sql } from 'kysely'
import type { SqlDialect } from '../driver/sql-dialect.ts'
import type { PlainTransaction } from '../plain-database.ts'

/** Who decided a claim, as `event_log.actor`, with which words; and the lists of a domain's outcomes and of a wallet's claims. */
export async function up(tx: PlainTransaction, { text }: SqlDialect): Promise<void> {
  await tx.schema.alterTable('claims').addColumn('decided_by', text).execute()
  await tx.schema.alterTable('claims').addColumn('comment', text).execute()
  for (const statement of indexes) await sql.raw(statement).execute(tx)
}

const indexes = [
  'create index claims_decided on claims (domain_key, decided_at, key) where decided_at is not null',
  'create index claims_of_wallet on claims (claimant, key)',
]
