import {
  type Compilable,
  type CompiledQuery,
  type DialectAdapter,
  type Expression,
  type QueryResult,
  type RawBuilder,
  sql,
} from 'kysely'
import type { Column } from '../bulk.ts'
import { bulkColumns } from '../columns.ts'
import type { Queryable, Tables } from '../tables.ts'
import { columnList, encodeParameter } from './columns.ts'
import { type ColumnTypes, dialectOf, type UnnestedRow } from './sql-dialect.ts'

/** Placeholders, one for each value. */
export type Params<Values> = { readonly [Key in keyof Values]: Expression<Values[Key]> }

type ExecuteCompiled<Values, Row> = (db: Queryable, values: Values) => Promise<QueryResult<Row>>

/**
 * Compiles once per open database: building a frequent query takes longer than SQLite takes to run it. The values
 * have the same keys each time, and none is JSON, which is encoded when a query is built.
 */
export function compiled<Values extends object, Row>(
  build: (db: Queryable, params: Params<Values>) => Compilable<Row>,
): ExecuteCompiled<Values, Row> {
  return cached((db, values) => build(db, placeholdersFor(values)))
}

/** As `compiled`, for any number of rows with these columns, which `build` gets as a table for `from`. */
export function compiledForRows<Name extends string, Row>(
  columns: Readonly<Record<Name, Column['type']>>,
  build: (db: Queryable, table: RawBuilder<unknown>) => Compilable<Row>,
): ExecuteCompiled<readonly Readonly<Record<Name, UnnestedRow[string]>>[], Row> {
  return cached((db) =>
    build(
      db,
      dialectOf(db).unnestRows(columns, (pack) => new Placeholder(pack)),
    ),
  )
}

/** As `compiled`, for values that have no placeholder of their own: each is what `valueIn` takes of them. */
export function compiledWith<Values, Row>(
  build: (
    db: Queryable,
    param: <Value>(valueIn: (values: Values) => Value) => Expression<Value>,
  ) => Compilable<Row>,
): ExecuteCompiled<Values, Row> {
  return cached((db) => build(db, (valueIn) => sql`${new Placeholder(valueIn)}`))
}

/** Values of a statement that is built for them. */
export function unnestRows<Name extends string>(
  db: Queryable,
  columns: Readonly<Record<Name, Column['type']>>,
  rows: readonly Readonly<Record<Name, UnnestedRow[string]>>[],
): RawBuilder<unknown> {
  return dialectOf(db).unnestRows(columns, (pack) => pack(rows))
}

function cached<Values, Row>(
  build: (db: Queryable, values: Values) => Compilable<Row>,
): ExecuteCompiled<Values, Row> {
  const cache = new WeakMap<DialectAdapter, CompiledQuery<Row>>()
  const compile = (db: Queryable, values: Values) => {
    const query = build(db, values).compile()
    cache.set(db.getExecutor().adapter, query)
    return query
  }
  return (db, values) => {
    const query = cache.get(db.getExecutor().adapter) ?? compile(db, values)
    const parameters = query.parameters.map((value) =>
      value instanceof Placeholder ? encodeParameter(value.valueIn(values)) : value,
    )
    return db.executeQuery<Row>({ ...query, parameters })
  }
}

class Placeholder<Values> {
  readonly valueIn: (values: Values) => unknown

  constructor(valueIn: (values: Values) => unknown) {
    this.valueIn = valueIn
  }
}

/** Safe: a parameter takes the type of its value. */
function placeholdersFor<Values extends object>(values: Values): Params<Values> {
  const placeholders: object = Object.fromEntries(
    Object.keys(values).map((key) => {
      const placeholder = new Placeholder((values: Values) => Reflect.get(values, key))
      return [key, sql`${placeholder}`]
    }),
  )
  return placeholders as Params<Values>
}

type BulkTable = keyof typeof bulkColumns

type BulkRow<Table extends BulkTable> = Readonly<
  Record<keyof (typeof bulkColumns)[Table] & string, UnnestedRow[string]>
>

type InsertRows = ExecuteCompiled<readonly UnnestedRow[], unknown>

const inserts = new Map<BulkTable, InsertRows>()

/** Inserts any number of rows by one statement. */
export async function insertRows<Table extends BulkTable>(
  db: Queryable,
  table: Table,
  rows: readonly BulkRow<Table>[],
): Promise<void> {
  if (rows.length === 0) return
  const insert = inserts.get(table) ?? compileInsert(table)
  await insert(db, rows)
}

function compileInsert(table: BulkTable): InsertRows {
  const columns: ColumnTypes = bulkColumns[table]
  const names = Object.keys(columns)
  const insert = compiledForRows(columns, (db, added) =>
    db
      .insertInto<keyof Tables>(table)
      // Safe because they are of the table, which the compiler cannot follow through a type parameter.
      .columns(names as never)
      .expression(sql`select ${columnList(names)} from ${added} as added`),
  )
  inserts.set(table, insert)
  return insert
}
