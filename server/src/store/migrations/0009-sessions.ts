import type { SqlDialect } from '../driver/sql-dialect.ts'
import type { PlainTransaction } from '../plain-database.ts'

export async function up(tx: PlainTransaction, dialect: SqlDialect): Promise<void> {
  await createSessions(tx, dialect)
  await createMembers(tx, dialect)
  await createOperators(tx, dialect)
}

async function createSessions(tx: PlainTransaction, { createTable, text, integer }: SqlDialect) {
  await createTable(tx, 'sessions')
    .addColumn('id', text, (column) => column.primaryKey())
    .addColumn('hash', text, (column) => column.notNull().unique())
    .addColumn('address', text)
    .addColumn('key_id', text, (column) => column.references('api_keys.id').onDelete('cascade'))
    .addColumn('user_agent', text, (column) => column.notNull())
    .addColumn('created_at', integer, (column) => column.notNull())
    .addColumn('last_used_at', integer, (column) => column.notNull())
    .addColumn('expires_at', integer, (column) => column.notNull())
    .execute()
  await tx.schema.createIndex('sessions_of_address').on('sessions').columns(['address']).execute()
  await tx.schema.createIndex('sessions_of_key').on('sessions').columns(['key_id']).execute()
  await tx.schema.createIndex('sessions_by_use').on('sessions').columns(['last_used_at']).execute()
}

async function createMembers(tx: PlainTransaction, { createTable, text, integer }: SqlDialect) {
  await createTable(tx, 'members')
    .addColumn('workspace_id', text, (column) => column.notNull().references('workspaces.id'))
    .addColumn('address', text, (column) => column.notNull())
    .addColumn('role', text, (column) => column.notNull())
    .addColumn('added_by', text)
    .addColumn('created_at', integer, (column) => column.notNull())
    .addPrimaryKeyConstraint('members_key', ['workspace_id', 'address'])
    .execute()
  await tx.schema.createIndex('members_of_address').on('members').columns(['address']).execute()
}

async function createOperators(tx: PlainTransaction, { createTable, text, integer }: SqlDialect) {
  await createTable(tx, 'operators')
    .addColumn('address', text, (column) => column.primaryKey())
    .addColumn('added_by', text)
    .addColumn('created_at', integer, (column) => column.notNull())
    .execute()
  await createTable(tx, 'setup_tokens')
    .addColumn('hash', text, (column) => column.primaryKey())
    .addColumn('expires_at', integer, (column) => column.notNull())
    .execute()
}
