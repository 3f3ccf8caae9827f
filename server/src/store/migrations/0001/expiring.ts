import type { SqlDialect } from '../../driver/sql-dialect.ts'
import type { PlainTransaction } from '../../plain-database.ts'

/** Expiring data: challenges of mApp operations, used signed messages, and rate counts. */
export async function createExpiringTables(tx: PlainTransaction, dialect: SqlDialect): Promise<void> {
  await createChallenges(tx, dialect)
  await createSpentMessages(tx, dialect)
  await createRateCounts(tx, dialect)
}

async function createChallenges(tx: PlainTransaction, { createTable, text, integer }: SqlDialect) {
  await createTable(tx, 'challenges')
    .addColumn('nonce', text, (column) => column.primaryKey())
    .addColumn('action', text, (column) => column.notNull())
    .addColumn('chain_id', integer, (column) => column.notNull())
    .addColumn('subname', text, (column) => column.notNull())
    .addColumn('mapp', text, (column) => column.notNull())
    .addColumn('message', text, (column) => column.notNull())
    .addColumn('created_at', integer, (column) => column.notNull())
    .addColumn('expires_at', integer, (column) => column.notNull())
    .addColumn('used_at', integer)
    .addColumn('client', text)
    .execute()
  await tx.schema.createIndex('challenges_by_expiry').on('challenges').columns(['expires_at']).execute()
  await tx.schema
    .createIndex('challenges_by_subname')
    .on('challenges')
    .columns(['chain_id', 'subname', 'created_at'])
    .execute()
  await tx.schema.createIndex('challenges_by_age').on('challenges').columns(['created_at', 'nonce']).execute()
}

async function createSpentMessages(tx: PlainTransaction, { createTable, text, integer }: SqlDialect) {
  await createTable(tx, 'spent_messages')
    .addColumn('address', text, (column) => column.notNull())
    .addColumn('nonce', text, (column) => column.notNull())
    .addColumn('expires_at', integer, (column) => column.notNull())
    .addPrimaryKeyConstraint('spent_messages_key', ['address', 'nonce'])
    .execute()
  await tx.schema
    .createIndex('spent_messages_by_expiry')
    .on('spent_messages')
    .columns(['expires_at'])
    .execute()
}

/** Counted for all servers together. Not part of a backup. */
async function createRateCounts(tx: PlainTransaction, { createTable, text, integer }: SqlDialect) {
  await createTable(tx, 'rate_counts')
    .addColumn('id', text, (column) => column.primaryKey())
    .addColumn('count', integer, (column) => column.notNull())
    .addColumn('expires_at', integer, (column) => column.notNull())
    .execute()
  await tx.schema.createIndex('rate_counts_by_end').on('rate_counts').columns(['expires_at']).execute()
}
