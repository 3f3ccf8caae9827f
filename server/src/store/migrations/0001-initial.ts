import type { SqlDialect } from '../driver/sql-dialect.ts'
import type { PlainTransaction } from '../plain-database.ts'
import { createExpiringTables } from './0001/expiring.ts'
import { createPaymentTables } from './0001/payments.ts'
import { createRegistry } from './0001/registry.ts'
import { createSubnames } from './0001/subnames.ts'

export async function up(tx: PlainTransaction, dialect: SqlDialect): Promise<void> {
  await createRegistry(tx, dialect)
  await createSubnames(tx, dialect)
  await createPaymentTables(tx, dialect)
  await createExpiringTables(tx, dialect)
}
