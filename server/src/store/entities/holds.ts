import type { Hold } from '../../model/hold.ts'
import type { Queryable } from '../tables.ts'

export async function insertHold(db: Queryable, hold: Hold): Promise<void> {
  await db
    .insertInto('holds')
    .values(hold)
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

export function findHold(db: Queryable): Promise<Hold | undefined> {
  return db.selectFrom('holds').selectAll().executeTakeFirst()
}

export async function deleteHolds(db: Queryable): Promise<void> {
  await db.deleteFrom('holds').execute()
}
