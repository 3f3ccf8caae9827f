import type { Queryable, Tables } from '../tables.ts'

export async function insertHold(db: Queryable, hold: Tables['holds']): Promise<void> {
  await db
    .insertInto('holds')
    .values(hold)
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

export function findHold(db: Queryable): Promise<Tables['holds'] | undefined> {
  return db.selectFrom('holds').selectAll().executeTakeFirst()
}

export async function deleteHolds(db: Queryable): Promise<void> {
  await db.deleteFrom('holds').execute()
}

/** Made by the migration of its table. */
export async function readInstanceSecret(db: Queryable, purpose: 'cursors'): Promise<string> {
  const { secret } = await db
    .selectFrom('instanceSecrets')
    .select('secret')
    .where('purpose', '=', purpose)
    .executeTakeFirstOrThrow()
  return secret
}
