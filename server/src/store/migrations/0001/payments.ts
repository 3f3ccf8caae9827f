import { sql } from 'kysely'
import type { SqlDialect } from '../../driver/sql-dialect.ts'
import type { PlainTransaction } from '../../plain-database.ts'

export async function createPaymentTables(tx: PlainTransaction, dialect: SqlDialect): Promise<void> {
  await createPayments(tx, dialect)
  await takeOnce(tx)
  await indexPayments(tx)
  await createPaymentEvents(tx, dialect)
  await forbidChanges[dialect.name](tx)
  await createPayers(tx, dialect)
  await createRelayers(tx, dialect)
}

function createPayments(tx: PlainTransaction, { createTable, text, integer }: SqlDialect) {
  return createTable(tx, 'payments')
    .addColumn('id', text, (column) => column.primaryKey())
    .addColumn('chain_id', integer, (column) => column.notNull())
    .addColumn('asset', text, (column) => column.notNull())
    .addColumn('payer', text, (column) => column.notNull())
    .addColumn('nonce', text, (column) => column.notNull())
    .addColumn('digest', text, (column) => column.notNull())
    .addColumn('signature', text)
    .addColumn('signature_hash', text, (column) => column.notNull())
    .addColumn('pay_to', text, (column) => column.notNull())
    .addColumn('amount', text, (column) => column.notNull())
    .addColumn('valid_after', text, (column) => column.notNull())
    .addColumn('valid_before', text, (column) => column.notNull())
    .addColumn('protocol', text, (column) => column.notNull())
    .addColumn('challenge_id', text)
    .addColumn('request_hash', text, (column) => column.notNull())
    .addColumn('backend', text, (column) => column.notNull())
    .addColumn('state', text, (column) => column.notNull())
    .addColumn('lease_owner', text)
    .addColumn('lease_until', integer, (column) => column.notNull())
    .addColumn('from_block', integer, (column) => column.notNull())
    .addColumn('relayer', text)
    .addColumn('relayer_nonce', integer)
    .addColumn('tx_hash', text)
    .addColumn('raw_tx', text)
    .addColumn('settled_tx', text)
    .addColumn('settled_block', integer)
    .addColumn('settled_at', integer)
    .addColumn('body', text)
    .addColumn('answer_status', integer)
    .addColumn('answer_tx', text)
    .addColumn('answer_reason', text)
    .addColumn('answered_at', integer)
    .addColumn('created_at', integer, (column) => column.notNull())
    .addColumn('updated_at', integer, (column) => column.notNull())
    .addCheckConstraint(
      'payments_keep_no_secrets',
      sql`state not in ('confirmed', 'reverted', 'void') or (signature is null and raw_tx is null)`,
    )
    .execute()
}

/** A facilitator may make several payments in one transaction. */
async function takeOnce(tx: PlainTransaction) {
  await tx.schema
    .createIndex('payments_by_authorization')
    .unique()
    .on('payments')
    .columns(['chain_id', 'asset', 'payer', 'nonce'])
    .execute()
  await tx.schema
    .createIndex('payments_by_challenge')
    .unique()
    .on('payments')
    .columns(['challenge_id'])
    .where(sql.ref('challenge_id'), 'is not', null)
    .execute()
  await tx.schema
    .createIndex('payments_by_relayer_nonce')
    .unique()
    .on('payments')
    .columns(['chain_id', 'relayer', 'relayer_nonce'])
    .where(sql.ref('relayer_nonce'), 'is not', null)
    .execute()
  await tx.schema
    .createIndex('payments_by_transaction')
    .unique()
    .on('payments')
    .columns(['tx_hash'])
    .where(sql.ref('relayer'), 'is not', null)
    .execute()
}

/** Payments are never deleted, so each selective query has an index. */
async function indexPayments(tx: PlainTransaction) {
  await tx.schema
    .createIndex('payments_of_payer')
    .on('payments')
    .columns(['chain_id', 'asset', 'payer', 'state'])
    .execute()
  await tx.schema.createIndex('payments_by_age').on('payments').columns(['created_at', 'id']).execute()
  await tx.schema
    .createIndex('payments_by_state')
    .on('payments')
    .columns(['state', 'created_at', 'id'])
    .execute()
  await tx.schema
    .createIndex('payments_by_answer')
    .on('payments')
    .columns(['state', 'answer_status', 'created_at', 'id'])
    .execute()
  await tx.schema
    .createIndex('payments_with_body')
    .on('payments')
    .columns(['answered_at'])
    .where(sql.ref('body'), 'is not', null)
    .execute()
}

/** No foreign key: an event outlives a dropped claim. */
function createPaymentEvents(tx: PlainTransaction, { createTable, text, integer }: SqlDialect) {
  return createTable(tx, 'payment_events')
    .addColumn('payment_id', text, (column) => column.notNull())
    .addColumn('number', integer, (column) => column.notNull())
    .addColumn('from_state', text)
    .addColumn('to_state', text, (column) => column.notNull())
    .addColumn('detail', text, (column) => column.notNull())
    .addColumn('created_at', integer, (column) => column.notNull())
    .addPrimaryKeyConstraint('payment_events_in_order', ['payment_id', 'number'])
    .execute()
}

const forbidChanges: Record<SqlDialect['name'], (tx: PlainTransaction) => Promise<void>> = {
  sqlite: async (tx) => {
    for (const change of ['update', 'delete']) {
      await sql`
        create trigger ${sql.ref(`payment_events_no_${change}`)} before ${sql.raw(change)} on payment_events begin
          select raise(abort, 'payment_events is append-only');
        end
      `.execute(tx)
    }
  },
  postgres: async (tx) => {
    await sql`
      create function refuse_change_of_payment_events() returns trigger language plpgsql as $$
      begin
        raise exception 'payment_events is append-only';
      end $$
    `.execute(tx)
    await sql`
      create trigger payment_events_no_change before update or delete or truncate on payment_events
      for each statement execute function refuse_change_of_payment_events()
    `.execute(tx)
  },
}

function createPayers(tx: PlainTransaction, { createTable, text, integer }: SqlDialect) {
  return createTable(tx, 'payers')
    .addColumn('chain_id', integer, (column) => column.notNull())
    .addColumn('asset', text, (column) => column.notNull())
    .addColumn('address', text, (column) => column.notNull())
    .addPrimaryKeyConstraint('payers_by_address', ['chain_id', 'asset', 'address'])
    .execute()
}

function createRelayers(tx: PlainTransaction, { createTable, text, integer }: SqlDialect) {
  return createTable(tx, 'relayers')
    .addColumn('chain_id', integer, (column) => column.notNull())
    .addColumn('address', text, (column) => column.notNull())
    .addColumn('next_nonce', integer, (column) => column.notNull())
    .addPrimaryKeyConstraint('relayers_by_address', ['chain_id', 'address'])
    .execute()
}
