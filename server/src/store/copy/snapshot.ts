import { OperatorError } from '../../errors.ts'
import { parseDatabaseUrl } from '../database-url.ts'
import { dialectOf } from '../driver/sql-dialect.ts'
import { appliedMigrations, newerMigrations, unknownMigrations } from '../migrate.ts'
import type { PlainTransaction } from '../plain-database.ts'
import { columnsOf } from './dump.ts'
import { withErrorPrefix } from './operations.ts'

/**
 * Reads one state of the database with the migrations that this version knows, while it is written; neither migrates it nor blocks writers.
 *
 * @param verb What cannot be done to the database, in errors.
 * @throws OperatorError when it cannot be read, is not a Byname database, or was migrated by a newer version.
 */
export async function withSnapshot<T>(
  url: string,
  verb: 'copy' | 'freeze',
  use: (tx: PlainTransaction, migrations: readonly string[]) => Promise<T>,
): Promise<T> {
  const { description, openReadOnly, fullDiskAdvice } = await withErrorPrefix('The database URL', async () =>
    parseDatabaseUrl(url),
  )
  return withErrorPrefix(
    `Cannot ${verb} the ${description}`,
    async () => {
      const db = openReadOnly()
      try {
        return await db
          .transaction()
          .setIsolationLevel('repeatable read')
          .setAccessMode('read only')
          .execute(async (tx) => {
            await dialectOf(tx).bulk.disableTimeouts(tx)
            return use(tx, await migrationsOf(tx, description))
          })
      } finally {
        await db.destroy()
      }
    },
    fullDiskAdvice,
  )
}

async function migrationsOf(tx: PlainTransaction, description: string): Promise<readonly string[]> {
  if ((await columnsOf(tx, 'migrations')).length === 0)
    throw new OperatorError(`There are no tables of Byname in the ${description}.`)
  const newer = await newerMigrations(tx)
  if (newer.length > 0)
    throw new OperatorError(
      `A newer version of Byname has migrated the ${description} (${newer.join(', ')}). Run that version or a later one.`,
    )
  const applied = await appliedMigrations(tx)
  const unknown = unknownMigrations(applied)
  return applied.filter((name) => !unknown.includes(name))
}
