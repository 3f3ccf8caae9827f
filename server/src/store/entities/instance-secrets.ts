import type { Queryable } from '../tables.ts'

/** Made by the migration of its table. */
export async function readInstanceSecret(db: Queryable, purpose: 'cursors'): Promise<string> {
  const { secret } = await db
    .selectFrom('instanceSecrets')
    .select('secret')
    .where('purpose', '=', purpose)
    .executeTakeFirstOrThrow()
  return secret
}
