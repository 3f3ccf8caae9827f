import { sql } from 'kysely'
import type { PlainTransaction } from '../plain-database.ts'

/**
 * Events of rare types. Those of the other types, nearly all, are not in the index, so that writing them costs no more. On PostgreSQL
 * no write of an event waits until the index is made: it goes to `pending_events`. What numbers, erases and compacts events waits.
 */
export async function up(tx: PlainTransaction): Promise<void> {
  await sql
    .raw(
      `create index event_log_by_type on event_log (type, sequence)
      where type not in ('subname.issued', 'subname.reserved', 'subname.changed')`,
    )
    .execute(tx)
}
