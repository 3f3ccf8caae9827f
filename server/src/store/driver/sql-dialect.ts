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

/** The size of a database, from cheap estimates. */
export interface DatabaseSize {
  readonly bytes: number
  /** Approximate number of rows of each table. */
  readonly rows: Readonly<Record<string, number>>
}

/** All differences in the SQL of the two databases. Queries are the same on both. */
export interface SqlDialect {
  readonly name: 'sqlite' | 'postgres'
  /** Column type of text, compared and sorted byte by byte. */
  readonly text: RawBuilder<unknown>
  /** Column type of integers up to 2^53. */
  readonly integer: RawBuilder<unknown>
  /** Creates a table of only the types above. */
  readonly createTable: (tx: PlainTransaction, table: string) => CreateTableBuilder<string, never>
  /** Blocks every other process that wants to migrate this database until the transaction ends. */
  readonly acquireMigrationLock: (tx: PlainTransaction) => Promise<void>
  /** Takes an advisory lock, a whole number, until the transaction ends. */
  readonly acquireLock: (tx: QueryExecutorProvider, lock: number) => Promise<void>
  /** Type and constraints of a generated, increasing key. */
  readonly key: RawBuilder<unknown>
  /** Keys as a table of one column, `value`; one statement serves any number of them. */
  readonly unnestKeys: (keys: readonly number[]) => RawBuilder<unknown>
  /** Whether a column equals one of the keys. */
  readonly anyKeyOf: (column: RawBuilder<unknown>, keys: readonly number[]) => RawBuilder<SqlBool>
  /** Whether a column equals one of the texts. */
  readonly anyOf: (column: RawBuilder<unknown>, texts: readonly string[]) => RawBuilder<SqlBool>
  /** The same column, excluded from index selection. */
  readonly withoutIndex: (column: RawBuilder<unknown>) => RawBuilder<unknown>
  /** Position of the first occurrence of a text in a column, from 1; 0 without one. */
  readonly positionOf: (column: RawBuilder<unknown>, text: string) => RawBuilder<number>
  /** The condition that the label of a subname contains a text, or begins with it when it is short. */
  readonly matchName: (db: Queryable, search: NameSearch) => Promise<NameMatch>
  /** Creates a subname in as few round trips as possible. */
  readonly createSubname: (
    writer: StoreWriter,
    subname: Subname,
    workspaceId: string,
  ) => Promise<CreateSubnameOutcome>
  /** Reading and writing all rows of all tables. */
  readonly bulk: Bulk
  readonly databaseSize: (db: QueryExecutorProvider) => Promise<DatabaseSize>
}

/** Kysely passes the adapter of a dialect to everything derived from it: plugins, transactions, compiled queries. */
const dialects = new WeakMap<DialectAdapter, SqlDialect>()

/** Ties `sqlDialect` to a Kysely dialect: a database opened with it can be passed to `dialectOf`. */
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

/** The SQL dialect of a connection. */
export function dialectOf(db: QueryExecutorProvider): SqlDialect {
  const dialect = dialects.get(db.getExecutor().adapter)
  if (!dialect) throw new Error('The connection was opened without `withSqlDialect`.')
  return dialect
}
