import type { SqlDialect } from './dialect.ts'
import * as names from './migrations/0001-names.ts'
import * as listings from './migrations/0002-listings.ts'
import * as challenges from './migrations/0003-challenges.ts'
import * as primaryNames from './migrations/0004-primary-names.ts'
import * as payments from './migrations/0005-payments.ts'
import * as listingsAtScale from './migrations/0007-listings-at-scale.ts'
import type { Queryable, StoreTransaction } from './tables.ts'

interface Migration {
  readonly name: string
  up(tx: StoreTransaction, dialect: SqlDialect): Promise<void>
}

/** Every migration, oldest first. A released one is never changed, renamed or moved. */
const migrations: readonly Migration[] = [
  { name: '0001-names', up: names.up },
  { name: '0002-listings', up: listings.up },
  { name: '0003-challenges', up: challenges.up },
  { name: '0004-primary-names', up: primaryNames.up },
  { name: '0005-payments', up: payments.up },
  { name: '0007-listings-at-scale', up: listingsAtScale.up },
]

/**
 * Brings the tables up to date in one transaction, one process at a time.
 *
 * Throws, and changes nothing, when the database has a migration that this version does not know.
 */
export const migrate = (db: Queryable, dialect: SqlDialect): Promise<void> =>
  db.transaction().execute(async (tx) => {
    await dialect.holdMigrationLock(tx)
    await dialect
      .createTable(tx, 'migrations')
      .ifNotExists()
      .addColumn('name', dialect.text, (column) => column.primaryKey())
      .addColumn('applied_at', dialect.integer, (column) => column.notNull())
      .execute()

    const rows = await tx.selectFrom('migrations').select('name').orderBy('name').execute()
    const applied = new Set(rows.map(({ name }) => name))
    assertKnown(applied)

    for (const { name, up } of migrations.filter((migration) => !applied.has(migration.name))) {
      await up(tx, dialect)
      await tx.insertInto('migrations').values({ name, applied_at: Date.now() }).execute()
    }
  })

const assertKnown = (applied: ReadonlySet<string>): void => {
  const known = new Set(migrations.map(({ name }) => name))
  const unknown = [...applied].filter((name) => !known.has(name))
  if (unknown.length === 0) return
  throw new Error(
    `a newer version of Byname has migrated it (${unknown.join(', ')}). ` +
      'Run that version or a later one, or restore a backup taken before the upgrade. Nothing was changed.',
  )
}
