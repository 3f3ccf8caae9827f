import { sql } from 'kysely'
import type { PlainTransaction } from '../plain-database.ts'

/** The first state of a payment was `claimed`. Events of payments are append-only: those from before keep that word. */
export async function up(tx: PlainTransaction): Promise<void> {
  await sql`update payments set state = 'reserved' where state = 'claimed'`.execute(tx)
}
