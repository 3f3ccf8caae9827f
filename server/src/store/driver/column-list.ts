import { type RawBuilder, sql } from 'kysely'

/** Comma-separated identifiers. */
export function columnList(names: readonly string[]): RawBuilder<unknown> {
  return sql.join(names.map((name) => sql.ref(name)))
}
