import { sql } from 'kysely'
import { OperatorError } from '../../errors.ts'
import type { Column } from '../bulk.ts'
import { parseDatabaseUrl } from '../database-url.ts'
import { dialectOf } from '../driver/sql-dialect.ts'
import { buildAddressIndex } from '../entities/address-index.ts'
import { deleteHolds, insertHold } from '../entities/settings.ts'
import { appliedMigrations, applyMigrations, isVersion, unknownMigrations } from '../migrate.ts'
import { type PlainDatabase, type PlainTransaction, withColumnCodecInTransaction } from '../plain-database.ts'
import {
  columnsOf,
  copiedTablesOfAnyVersion,
  type DumpChunk,
  type DumpSource,
  readRows,
  type TableSummary,
} from './dump.ts'
import { type OnCopyProgress, withErrorPrefix, withProgress } from './operations.ts'

const lockTimeoutMs = 10_000

interface LoadOptions {
  readonly onProgress?: OnCopyProgress | undefined
  /** The copy sends no webhooks and makes no payments until `resume`. */
  readonly isHeld?: boolean
  /** Throws for rows that are not kept. */
  readonly check?: ((tables: readonly TableSummary[]) => void) | undefined
}

/**
 * Creates the source's tables, inserts and compares the rows, and migrates, in one transaction.
 *
 * @throws OperatorError, with the database unchanged (a file that was not there is not there again), when it is not empty, a newer version made the source, or the
 * rows differ.
 */
export async function load(
  url: string,
  source: DumpSource,
  { onProgress, isHeld = false, check }: LoadOptions = {},
): Promise<readonly TableSummary[]> {
  const location = await withErrorPrefix('The database URL', async () => parseDatabaseUrl(url))
  const { description, open, exists, fullDiskAdvice, discard } = location
  const fill = async () => {
    assertVersion(source)
    const { db, dialect, close } = await open(lockTimeoutMs)
    try {
      return await dialect.migrationTransaction(db, (tx) =>
        loadInto(tx, source, { onProgress, isHeld, check }),
      )
    } finally {
      await close()
    }
  }
  const isNew = !exists()
  let advice: string | undefined
  return withErrorPrefix(
    `Cannot fill the ${description}`,
    () =>
      fill().catch(async (error: unknown) => {
        // The disk has space again once the file is gone.
        advice = fullDiskAdvice()
        if (isNew) await discard()
        throw error
      }),
    () => advice,
  )
}

async function loadInto(
  tx: PlainTransaction,
  source: DumpSource,
  { onProgress, isHeld, check }: LoadOptions,
): Promise<readonly TableSummary[]> {
  const dialect = dialectOf(tx)
  await dialect.bulk.disableTimeouts(tx)
  await assertEmpty(tx, source.migrations)
  await applyMigrations(tx, dialect, source.migrations)
  const copied = await copyRows(tx, withProgress(source.chunks, 'copying', onProgress))
  onProgress?.({ step: 'indexing' })
  await buildAddressIndex(withColumnCodecInTransaction(tx))
  const stored = await summarize(withProgress(readRows(tx), 'verifying', onProgress))
  assertEqual(copied, stored)
  check?.(stored)
  await applyMigrations(tx, dialect)
  if (isHeld) await hold(tx)
  await dialect.bulk.continueKeys(tx)
  await dialect.bulk.analyze(tx)
  return stored
}

/** From now on, also where the copy was held before. */
async function hold(tx: PlainTransaction): Promise<void> {
  const db = withColumnCodecInTransaction(tx)
  await deleteHolds(db)
  await insertHold(db, { kind: 'restored', since: Date.now() })
}

function assertVersion({ migrations }: DumpSource): void {
  const unknown = unknownMigrations(migrations)
  if (unknown.length > 0)
    throw new OperatorError(
      `The copy is of a newer version of Byname (${unknown.join(', ')}). Run that version or a later one.`,
    )
  if (!isVersion(migrations)) throw new OperatorError('The copy has the tables of no version of Byname.')
}

async function summarize(chunks: DumpSource['chunks']): Promise<readonly TableSummary[]> {
  for await (const chunk of chunks) if (chunk.kind === 'end') return chunk.tables
  return []
}

function assertEqual(copied: readonly TableSummary[], stored: readonly TableSummary[]): void {
  const different = stored.find(({ table, rows, sha256 }) => {
    const source = copied.find((candidate) => candidate.table === table)
    return source?.rows !== rows || source.sha256 !== sha256
  })
  if (!different && stored.length === copied.length) return
  throw new OperatorError(
    `The stored rows differ from the copy${different ? `: see ${different.table}` : ''}. Nothing was kept.`,
  )
}

/** Throws when the copy's tables differ from those of `tx`. */
async function copyRows(
  tx: PlainTransaction,
  chunks: AsyncIterable<DumpChunk>,
): Promise<readonly TableSummary[]> {
  const { insert } = dialectOf(tx).bulk
  const tables = new Set<string>()
  let table = ''
  let columns: readonly Column[] = []
  for await (const chunk of chunks) {
    if (chunk.kind === 'end') return chunk.tables
    if (chunk.kind === 'table') {
      table = chunk.table
      if (tables.has(table)) throw new OperatorError(`The copy has the table ${table} twice.`)
      tables.add(table)
      columns = await knownColumns(tx, chunk.table, chunk.columns)
    } else {
      await insert(tx, table, columns, chunk.lines)
    }
  }
  throw new OperatorError('The copy has no end.')
}

async function knownColumns(
  tx: PlainTransaction,
  table: string,
  copied: readonly string[],
): Promise<readonly Column[]> {
  if (!Object.hasOwn(copiedTablesOfAnyVersion, table))
    throw new OperatorError(`The copy has a table ${table}, which no copy contains.`)
  const columns = await columnsOf(tx, table)
  const names = columns.map(({ name }) => name)
  if (columns.length > 0 && names.join() === copied.join()) return columns
  throw new OperatorError(`The copy has a table ${table} with columns that this database does not have.`)
}

/** Throws for a database with rows, or with migrations that the copy does not have. */
async function assertEmpty(db: PlainDatabase, migrations: readonly string[]): Promise<void> {
  for (const table of Object.keys(copiedTablesOfAnyVersion)) {
    if ((await columnsOf(db, table)).length === 0) continue
    const { rows } = await sql`select 1 from ${sql.table(table)} limit 1`.execute(db)
    if (rows.length > 0)
      throw new OperatorError(`The database is not empty: it has ${table}. Nothing was changed.`)
  }
  if ((await columnsOf(db, 'migrations')).length === 0) return
  const newer = (await appliedMigrations(db)).filter((name) => !migrations.includes(name))
  if (newer.length === 0) return
  throw new OperatorError(
    `The database has newer tables than the copy (${newer.join(', ')}). Use a new database. Nothing was changed.`,
  )
}
