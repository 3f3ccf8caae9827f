import {
  type Compilable,
  type CompiledQuery,
  type DialectAdapter,
  type Expression,
  type QueryResult,
  sql,
} from 'kysely'
import type { Column } from '../bulk.ts'
import type { Queryable, Tables } from '../tables.ts'
import { columnList, encodeParameter } from './columns.ts'
import { dialectOf, type UnnestedRow } from './sql-dialect.ts'

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
  const cache = new WeakMap<DialectAdapter, CompiledQuery<Row>>()
  const compile = (db: Queryable, values: Values) => {
    const query = build(db, placeholdersFor(values)).compile()
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

class Placeholder {
  readonly #key: string

  constructor(key: string) {
    this.#key = key
  }

  valueIn(values: object): unknown {
    return Reflect.get(values, this.#key)
  }
}

/** Safe: a parameter takes the type of its value. */
function placeholdersFor<Values extends object>(values: Values): Params<Values> {
  const placeholders: object = Object.fromEntries(
    Object.keys(values).map((key) => [key, sql`${new Placeholder(key)}`]),
  )
  return placeholders as Params<Values>
}

interface ColumnOf<Table extends keyof Tables> extends Column {
  readonly name: keyof Tables[Table] & string
}

/** Inserts any number of rows by one statement. */
export async function insertRows<Table extends keyof Tables>(
  db: Queryable,
  table: Table,
  columns: readonly ColumnOf<Table>[],
  rows: readonly UnnestedRow[],
): Promise<void> {
  const names = columns.map(({ name }) => name)
  await db
    .insertInto<keyof Tables>(table)
    // Safe because they are of the table, which the compiler cannot follow through a type parameter.
    .columns(names as never)
    .expression(sql`select ${columnList(names)} from ${dialectOf(db).unnestRows(columns, rows)} as added`)
    .execute()
}
