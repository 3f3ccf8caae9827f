import { sql } from 'kysely'
import type { SqlDialect } from '../../driver/sql-dialect.ts'
import type { PlainTransaction } from '../../plain-database.ts'

/** Workspaces with their keys, resolvers, domains, primary names, and the log of events. */
export async function createRegistry(tx: PlainTransaction, dialect: SqlDialect): Promise<void> {
  await createWorkspaces(tx, dialect)
  await createApiKeys(tx, dialect)
  await createResolvers(tx, dialect)
  await createDomains(tx, dialect)
  await createPrimaryNames(tx, dialect)
  await createEvents(tx, dialect)
}

function createWorkspaces(tx: PlainTransaction, { createTable, text, integer }: SqlDialect) {
  return createTable(tx, 'workspaces')
    .addColumn('id', text, (column) => column.primaryKey())
    .addColumn('name', text, (column) => column.notNull())
    .addColumn('created_at', integer, (column) => column.notNull())
    .execute()
}

async function createApiKeys(tx: PlainTransaction, { createTable, text, integer }: SqlDialect) {
  await createTable(tx, 'api_keys')
    .addColumn('id', text, (column) => column.primaryKey())
    .addColumn('workspace_id', text, (column) => column.notNull().references('workspaces.id'))
    .addColumn('name', text, (column) => column.notNull())
    .addColumn('prefix', text, (column) => column.notNull())
    .addColumn('hash', text, (column) => column.notNull().unique())
    .addColumn('scopes', text, (column) => column.notNull())
    .addColumn('domain_ids', text)
    .addColumn('origins', text)
    .addColumn('created_at', integer, (column) => column.notNull())
    .addColumn('expires_at', integer)
    .addColumn('revoked_at', integer)
    .addColumn('last_used_at', integer)
    .execute()
  await tx.schema
    .createIndex('api_keys_of_workspace')
    .on('api_keys')
    .columns(['workspace_id', 'created_at', 'id'])
    .execute()
}

function createResolvers(tx: PlainTransaction, { createTable, text, integer }: SqlDialect) {
  return createTable(tx, 'resolvers')
    .addColumn('id', text, (column) => column.primaryKey())
    .addColumn('chain_id', integer, (column) => column.notNull())
    .addColumn('address', text, (column) => column.notNull())
    .addColumn('registry_address', text, (column) => column.notNull())
    .addColumn('node_provider', text, (column) => column.notNull())
    .addColumn('chain_name', text, (column) => column.notNull())
    .addColumn('environment', text, (column) => column.notNull())
    .addColumn('signing_scheme', text, (column) => column.notNull())
    .addColumn('created_at', integer, (column) => column.notNull())
    .addColumn('updated_at', integer, (column) => column.notNull())
    .addUniqueConstraint('resolvers_by_address', ['chain_id', 'address'])
    .execute()
}

async function createDomains(tx: PlainTransaction, { name, createTable, key, text, integer }: SqlDialect) {
  await createTable(tx, 'domains')
    .addColumn('key', key, (column) => (name === 'postgres' ? column.primaryKey() : column))
    .addColumn('id', text, (column) => column.notNull().unique())
    .addColumn('workspace_id', text, (column) => column.notNull().references('workspaces.id'))
    .addColumn('resolver_id', text, (column) => column.notNull().references('resolvers.id'))
    .addColumn('chain_id', integer, (column) => column.notNull())
    .addColumn('name', text, (column) => column.notNull())
    .addColumn('node', text, (column) => column.notNull())
    .addColumn('user_chosen_limit', integer)
    .addColumn('is_blocked', integer, (column) => column.notNull())
    .addColumn('is_blocked_itself', integer, (column) => column.notNull())
    .addColumn('subname_count', integer, (column) => column.notNull())
    .addColumn('claimed_count', integer, (column) => column.notNull())
    .addColumn('allowed_origins', text)
    .addColumn('onchain_resolver', text)
    .addColumn('controller', text)
    .addColumn('plan_expires_at', integer)
    .addColumn('plan_max_names', integer)
    .addColumn('records', text, (column) => column.notNull())
    .addColumn('large_texts', text)
    .addColumn('version', integer, (column) => column.notNull())
    .addColumn('created_at', integer, (column) => column.notNull())
    .addColumn('updated_at', integer, (column) => column.notNull())
    .addColumn('deleted_at', integer)
    .addUniqueConstraint('domains_by_name', ['chain_id', 'name'])
    .addCheckConstraint('domains_subname_count', sql`subname_count >= 0`)
    .addCheckConstraint('domains_claimed_count', sql`claimed_count between 0 and subname_count`)
    .execute()
  await tx.schema
    .createIndex('domains_of_workspace')
    .on('domains')
    .columns(['workspace_id', 'created_at', 'id'])
    .execute()
}

/** The primary name of an address, one a chain. */
async function createPrimaryNames(
  tx: PlainTransaction,
  { createTable, text, integer }: SqlDialect,
): Promise<void> {
  await createTable(tx, 'primary_names')
    .addColumn('id', text, (column) => column.primaryKey())
    .addColumn('chain_id', integer, (column) => column.notNull())
    .addColumn('address', text, (column) => column.notNull())
    .addColumn('name', text, (column) => column.notNull())
    .addColumn('node', text, (column) => column.notNull())
    .addColumn('created_at', integer, (column) => column.notNull())
    .addColumn('updated_at', integer, (column) => column.notNull())
    .addUniqueConstraint('primary_names_by_address', ['chain_id', 'address'])
    .execute()
  await tx.schema
    .createIndex('primary_names_by_node')
    .on('primary_names')
    .columns(['chain_id', 'node', 'updated_at'])
    .execute()
}

function createEvents(tx: PlainTransaction, { createTable, text, integer }: SqlDialect) {
  return createTable(tx, 'events')
    .addColumn('id', text, (column) => column.primaryKey())
    .addColumn('type', text, (column) => column.notNull())
    .addColumn('chain_id', integer, (column) => column.notNull())
    .addColumn('name', text, (column) => column.notNull())
    .addColumn('domain_id', text, (column) => column.notNull())
    .addColumn('data', text, (column) => column.notNull())
    .addColumn('created_at', integer, (column) => column.notNull())
    .execute()
}
