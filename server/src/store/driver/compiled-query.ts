import {
  type Compilable,
  type CompiledQuery,
  type DialectAdapter,
  type Expression,
  type QueryResult,
  sql,
} from 'kysely'
import type { Queryable } from '../tables.ts'
import { encodeParameter } from './column-codec.ts'

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
