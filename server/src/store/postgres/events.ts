import { type QueryExecutorProvider, sql } from 'kysely'
import { eventColumns } from '../event-columns.ts'

/** Few enough not to hold the lock for long. */
const maxMoved = 10_000

/** Keys of one name are in the order of its changes, because the name's row was locked when they were generated. */
export async function movePendingEventsInPostgres(tx: QueryExecutorProvider): Promise<void> {
  await sql`
    with moved as (
      delete from pending_events
      where key in (select key from pending_events order by key limit ${sql.lit(maxMoved)})
      returning *
    )
    insert into event_log (sequence, ${eventColumns})
    select (select coalesce(max(sequence), 0) from event_log) + row_number() over (order by key), ${eventColumns}
    from moved
  `.execute(tx)
}
