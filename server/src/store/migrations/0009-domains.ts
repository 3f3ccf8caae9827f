import type { SqlDialect } from '../driver/sql-dialect.ts'
import type { StoreTransaction } from '../tables.ts'

/**
 * Adds to a domain the address that proved its control when it was onboarded, its plan, and records of its own. The
 * defaults stay: the version before inserts domains without these columns.
 */
export async function up(tx: StoreTransaction, { text, integer }: SqlDialect): Promise<void> {
  const alterDomains = () => tx.schema.alterTable('domains')
  await alterDomains().addColumn('controller', text).execute()
  await alterDomains().addColumn('plan_expires_at', integer).execute()
  await alterDomains().addColumn('plan_max_names', integer).execute()
  for (const list of ['texts', 'addresses'])
    await alterDomains()
      .addColumn(list, text, (column) => column.notNull().defaultTo('[]'))
      .execute()
  await alterDomains().addColumn('contenthash', text).execute()
  await alterDomains()
    .addColumn('version', integer, (column) => column.notNull().defaultTo(1))
    .execute()
}
