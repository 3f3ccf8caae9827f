import { type QueryExecutorProvider, sql } from 'kysely'
import { eventColumns } from '../event-columns.ts'

/** Only a copy of a PostgreSQL database has any. */
export async function movePendingEventsInSqlite(tx: QueryExecutorProvider): Promise<void> {
  await sql`
    insert into event_log (${eventColumns}) select ${eventColumns} from pending_events order by key
  `.execute(tx)
  await sql`delete from pending_events`.execute(tx)
}
