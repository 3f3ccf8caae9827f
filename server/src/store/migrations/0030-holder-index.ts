import { sql } from 'kysely'
import type { SqlDialect } from '../driver/sql-dialect.ts'
import type { PlainTransaction } from '../plain-database.ts'

/**
 * Names by the first three hexadecimal digits of their holder's address: few enough that PostgreSQL stores the names of an entry
 * together: 7 bytes a name by `npm run bench -- storage`. The domain is behind them: an index that begins with it would be taken for the lists of a domain
 * where PostgreSQL has no statistics.
 */
export async function up(tx: PlainTransaction, { name }: SqlDialect): Promise<void> {
  const start = name === 'sqlite' ? 'substr(lower(hex(holder)), 1, 3)' : `left(encode(holder, 'hex'), 3)`
  await sql.raw(`create index subnames_by_holder_start on subnames ((${start}), domain_key)`).execute(tx)
}
