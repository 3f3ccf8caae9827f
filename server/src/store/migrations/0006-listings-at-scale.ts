import { sql } from 'kysely'
import type { SqlDialect } from '../driver/sql-dialect.ts'
import type { StoreTransaction } from '../tables.ts'

/**
 * Repeats in each address whose domain its name is below and whether it is claimed, so that the names of an address, or
 * of a coin, are counted and put in order by an index alone.
 */
export async function up(tx: StoreTransaction, { name, text, integer }: SqlDialect): Promise<void> {
  const alterAddresses = () => tx.schema.alterTable('subname_addresses')
  await alterAddresses()
    .addColumn('domain_id', text, (column) => column.notNull().defaultTo(''))
    .execute()
  await alterAddresses()
    .addColumn('is_claimed', integer, (column) => column.notNull().defaultTo(0))
    .execute()
  await tx.schema.dropIndex('subnames_of_address').execute()
  await sql`
    update subname_addresses set domain_id = subnames.domain_id, is_claimed = subnames.is_claimed
    from subnames where subnames.id = subname_id
  `.execute(tx)
  await tx.schema
    .createIndex('subnames_of_address')
    .on('subname_addresses')
    .columns(['chain_id', 'coin_type', 'address', 'created_at', 'subname_id', 'domain_id', 'is_claimed'])
    .execute()
  await tx.schema
    .createIndex('subnames_of_domain_by_coin')
    .on('subname_addresses')
    .columns(['domain_id', 'coin_type', 'created_at', 'subname_id', 'is_claimed'])
    .execute()
  if (name === 'sqlite') return
  // SQLite wants defaults for what is added. Where they can go, whoever does not write these columns fails.
  for (const column of ['domain_id', 'is_claimed'])
    await alterAddresses()
      .alterColumn(column, (altered) => altered.dropDefault())
      .execute()
  await sql`analyze subname_addresses`.execute(tx)
}
