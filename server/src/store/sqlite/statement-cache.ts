import type { DatabaseSync, SQLInputValue } from 'node:sqlite'
import type { CompiledQuery, QueryResult } from 'kysely'
import { LRUCache } from 'lru-cache'

/** Queries have few shapes, but each list length is a shape. */
const maxStatements = 500

export type Execute = <Row>(query: Pick<CompiledQuery, 'sql' | 'parameters'>) => QueryResult<Row>

export function withStatementCache(database: DatabaseSync): Execute {
  const cached = cacheStatements((sql) => prepare(database, sql))
  return (query) => cached(query.sql)(query)
}

export function cacheStatements<Statement extends object>(
  prepare: (sql: string) => Statement,
): (sql: string) => Statement {
  const statements = new LRUCache<string, Statement>({ max: maxStatements })
  return (sql) => {
    const cached = statements.get(sql)
    if (cached) return cached
    const statement = prepare(sql)
    statements.set(sql, statement)
    return statement
  }
}

function prepare(database: DatabaseSync, sql: string): Execute {
  const statement = database.prepare(sql)
  if (statement.columns().length > 0)
    return <Row>({ parameters }: Pick<CompiledQuery, 'parameters'>) => ({
      rows: rowsOf<Row>(statement.all(...inputValues(parameters))),
    })
  return ({ parameters }) => {
    const { changes } = statement.run(...inputValues(parameters))
    return { numAffectedRows: BigInt(changes), rows: [] }
  }
}

/** Safe: Kysely has typed the query of these rows. */
export function rowsOf<Row>(rows: readonly unknown[]) {
  return rows as Row[]
}

/** Safe because the column codec leaves text, integers and bytes, and `node:sqlite` rejects other values. */
export function inputValues(parameters: readonly unknown[]) {
  return parameters as readonly SQLInputValue[]
}
