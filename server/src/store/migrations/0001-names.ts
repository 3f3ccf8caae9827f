import { sql } from 'kysely'
import type { SqlDialect } from '../driver/sql-dialect.ts'
import type { StoreTransaction } from '../tables.ts'

/** Workspaces with their keys, resolvers, domains, subnames with their records, and the log of events. */
export async function up(tx: StoreTransaction, dialect: SqlDialect): Promise<void> {
  await createWorkspaces(tx, dialect)
  await createApiKeys(tx, dialect)
  await createResolvers(tx, dialect)
  await createDomains(tx, dialect)
  await createSubnames(tx, dialect)
  await createSubnameAddresses(tx, dialect)
  await createEvents(tx, dialect)
}

function createWorkspaces(tx: StoreTransaction, { createTable, text, integer }: SqlDialect) {
  return createTable(tx, 'workspaces')
    .addColumn('id', text, (column) => column.primaryKey())
    .addColumn('name', text, (column) => column.notNull())
    .addColumn('created_at', integer, (column) => column.notNull())
    .execute()
}

async function createApiKeys(tx: StoreTransaction, { createTable, text, integer }: SqlDialect) {
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

function createResolvers(tx: StoreTransaction, { createTable, text, integer }: SqlDialect) {
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

async function createDomains(tx: StoreTransaction, { createTable, text, integer }: SqlDialect) {
  await createTable(tx, 'domains')
    .addColumn('id', text, (column) => column.primaryKey())
    .addColumn('workspace_id', text, (column) => column.notNull().references('workspaces.id'))
    .addColumn('resolver_id', text, (column) => column.notNull().references('resolvers.id'))
    .addColumn('chain_id', integer, (column) => column.notNull())
    .addColumn('name', text, (column) => column.notNull())
    .addColumn('node', text, (column) => column.notNull())
    .addColumn('user_chosen_limit', integer)
    .addColumn('is_blocked', integer, (column) => column.notNull())
    .addColumn('subname_count', integer, (column) => column.notNull())
    .addColumn('allowed_origins', text)
    .addColumn('onchain_resolver', text)
    .addColumn('created_at', integer, (column) => column.notNull())
    .addColumn('updated_at', integer, (column) => column.notNull())
    .addColumn('deleted_at', integer)
    .addUniqueConstraint('domains_by_name', ['chain_id', 'name'])
    .addCheckConstraint('domains_subname_count', sql`subname_count >= 0`)
    .execute()
  await tx.schema
    .createIndex('domains_of_workspace')
    .on('domains')
    .columns(['workspace_id', 'created_at', 'id'])
    .execute()
}

async function createSubnames(tx: StoreTransaction, { createTable, text, integer }: SqlDialect) {
  await createTable(tx, 'subnames')
    .addColumn('id', text, (column) => column.primaryKey())
    .addColumn('domain_id', text, (column) => column.notNull().references('domains.id'))
    .addColumn('chain_id', integer, (column) => column.notNull())
    .addColumn('name', text, (column) => column.notNull())
    .addColumn('label', text, (column) => column.notNull())
    .addColumn('node', text, (column) => column.notNull())
    .addColumn('holder', text, (column) => column.notNull())
    .addColumn('is_claimed', integer, (column) => column.notNull())
    .addColumn('claimed_at', integer)
    .addColumn('texts', text, (column) => column.notNull())
    .addColumn('addresses', text, (column) => column.notNull())
    .addColumn('contenthash', text)
    .addColumn('version', integer, (column) => column.notNull())
    .addColumn('created_at', integer, (column) => column.notNull())
    .addColumn('updated_at', integer, (column) => column.notNull())
    .addUniqueConstraint('subnames_by_name', ['chain_id', 'name'])
    .execute()
  await tx.schema
    .createIndex('subnames_of_domain')
    .on('subnames')
    .columns(['domain_id', 'created_at', 'id'])
    .execute()
  await tx.schema
    .createIndex('subnames_of_domain_by_claim')
    .on('subnames')
    .columns(['domain_id', 'is_claimed', 'created_at', 'id'])
    .execute()
}

async function createSubnameAddresses(tx: StoreTransaction, { createTable, text, integer }: SqlDialect) {
  await createTable(tx, 'subname_addresses')
    .addColumn('subname_id', text, (column) => column.notNull().references('subnames.id').onDelete('cascade'))
    .addColumn('coin_type', integer, (column) => column.notNull())
    .addColumn('address', text, (column) => column.notNull())
    .addColumn('chain_id', integer, (column) => column.notNull())
    .addPrimaryKeyConstraint('subname_addresses_by_coin', ['subname_id', 'coin_type'])
    .execute()
  await tx.schema
    .createIndex('subnames_of_address')
    .on('subname_addresses')
    .columns(['chain_id', 'coin_type', 'address'])
    .execute()
}

function createEvents(tx: StoreTransaction, { createTable, text, integer }: SqlDialect) {
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
