import type {
  CreateTableBuilder,
  Dialect,
  DialectAdapter,
  QueryExecutorProvider,
  RawBuilder,
  SqlBool,
} from 'kysely'
import type { CreateSubnameOutcome, Subname } from '../../model/subname.ts'
import type { Bulk } from '../bulk.ts'
import type { NameMatch, NameSearch } from '../listing/name-search.ts'
import type { PlainTransaction } from '../plain-database.ts'
import type { Queryable, StoreWriter } from '../tables.ts'

/** How much a database holds, as it can be read at no cost. */
export interface DatabaseSize {
  readonly bytes: number
  /** About how many rows each table has. */
  readonly rows: Readonly<Record<string, number>>
}

/** Everything in which the SQL of the two databases differs. Queries are the same on both. */
export interface SqlDialect {
  readonly name: 'sqlite' | 'postgres'
  /** Column type of text, compared and sorted byte by byte. */
  readonly text: RawBuilder<unknown>
  /** Column type of integers up to 2^53. */
  readonly integer: RawBuilder<unknown>
  /** Starts a table that holds nothing but the types above. */
  readonly createTable: (tx: PlainTransaction, table: string) => CreateTableBuilder<string, never>
  /** Makes every other process that wants to migrate this database wait until the transaction ends. */
  readonly acquireMigrationLock: (tx: PlainTransaction) => Promise<void>
  /** Makes transactions that hold the same lock, a whole number, wait for each other until they end. */
  readonly acquireLock: (tx: QueryExecutorProvider, lock: number) => Promise<void>
  /** Type and constraints of a column whose values the database numbers, each greater than those before. */
  readonly key: RawBuilder<unknown>
  /** Keys as a table of one column, `value`; one statement serves any number of them. */
  readonly unnestKeys: (keys: readonly number[]) => RawBuilder<unknown>
  /** Whether a column is one of any number of keys. */
  readonly anyKeyOf: (column: RawBuilder<unknown>, keys: readonly number[]) => RawBuilder<SqlBool>
  /** Whether a column is one of any number of texts. */
  readonly anyOf: (column: RawBuilder<unknown>, texts: readonly string[]) => RawBuilder<SqlBool>
  /** The same column, but not one to choose an index by. */
  readonly withoutIndex: (column: RawBuilder<unknown>) => RawBuilder<unknown>
  /** Where a text occurs first in a column, counted from 1; 0 where it does not. */
  readonly positionOf: (column: RawBuilder<unknown>, text: string) => RawBuilder<number>
  /** The condition that the label of a subname contains a text, or starts with it when it is short. */
  readonly matchName: (db: Queryable, search: NameSearch) => Promise<NameMatch>
  /** Creates a subname in as few messages to the database as possible. */
  readonly createSubname: (
    writer: StoreWriter,
    subname: Subname,
    workspaceId: string,
  ) => Promise<CreateSubnameOutcome>
  /** Reading and writing all rows of all tables. */
  readonly bulk: Bulk
  readonly databaseSize: (db: QueryExecutorProvider) => Promise<DatabaseSize>
}

/** Kysely hands the adapter of a dialect to everything that is made from it: plugins, transactions, compiled queries. */
const dialects = new WeakMap<DialectAdapter, SqlDialect>()

/** The same Kysely dialect, known to speak `sqlDialect`: what is opened with it can be passed to `dialectOf`. */
export function withSqlDialect(dialect: Dialect, sqlDialect: SqlDialect): Dialect {
  return {
    createDriver: () => dialect.createDriver(),
    createAdapter: () => {
      const adapter = dialect.createAdapter()
      dialects.set(adapter, sqlDialect)
      return adapter
    },
    createQueryCompiler: () => dialect.createQueryCompiler(),
    createIntrospector: (db) => dialect.createIntrospector(db),
  }
}

/** The dialect that a connection speaks. */
export function dialectOf(db: QueryExecutorProvider): SqlDialect {
  const dialect = dialects.get(db.getExecutor().adapter)
  if (!dialect) throw new Error('The connection was opened without `withSqlDialect`.')
  return dialect
}
