import { UsageError } from '../../usage-error.ts'
import { dialectOf } from '../dialect.ts'
import { parseLocation } from '../location.ts'
import { appliedMigrations, unknownMigrations } from '../migrate.ts'
import type { StoreTransaction } from '../tables.ts'
import { columnsOf } from './columns.ts'
import { failingAs } from './failing-as.ts'
import type { Source } from './parts.ts'
import { readRows } from './read-rows.ts'

/**
 * Runs `use` on a database as it is at one instant. Others go on reading and writing meanwhile; nothing is changed, not
 * even migrated: one that is older than this version is read as it is.
 *
 * @throws UsageError when the database cannot be opened or read, is none of ours, or was migrated by a newer version,
 * and so may have tables that nobody here knows.
 */
export const withSnapshot = async <T>(url: string, use: (source: Source) => Promise<T>): Promise<T> => {
  const { title, openToRead } = await failingAs('The database URL', async () => parseLocation(url))
  return failingAs(`Cannot copy the ${title}`, async () => {
    const db = openToRead()
    try {
      return await db
        .transaction()
        .setIsolationLevel('repeatable read')
        .setAccessMode('read only')
        .execute(async (tx) => {
          await dialectOf(tx).bulk.prepare(tx)
          return use({ migrations: await migrationsOf(tx, title), parts: readRows(tx) })
        })
    } finally {
      await db.destroy()
    }
  })
}

const migrationsOf = async (tx: StoreTransaction, title: string): Promise<readonly string[]> => {
  if ((await columnsOf(tx, 'migrations')).length === 0)
    throw new UsageError(`There are no tables of Byname in the ${title}.`)
  const applied = await appliedMigrations(tx)
  const unknown = unknownMigrations(applied)
  if (unknown.length === 0) return applied
  throw new UsageError(
    `A newer version of Byname has migrated the ${title} (${unknown.join(', ')}). Run that version or a later one.`,
  )
}
