import type { Queryable } from '../tables.ts'

/** A restored copy sends no webhooks and makes no payments: the original may still run. */
export interface Hold {
  readonly kind: 'restored'
  /** Milliseconds since 1970. */
  readonly since: number
}

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
