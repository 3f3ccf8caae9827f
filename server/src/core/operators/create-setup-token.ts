import { randomBytes } from 'node:crypto'
import {
  deleteSetupTokens,
  insertSetupToken,
  listOperators,
  lockOperators,
} from '../../store/entities/operators.ts'
import { hashKey } from '../auth/hash-key.ts'
import type { CoreContext } from '../context.ts'

const lifetimeMs = 86_400_000

/**
 * For a start without operators: the wallet that signs in with the token becomes one. Valid for a day.
 *
 * @returns undefined when there is an operator.
 */
export async function createSetupToken(context: CoreContext): Promise<string | undefined> {
  if (context.rules.operators.size > 0) return undefined
  const now = context.clock()
  const token = randomBytes(24).toString('base64url')
  return context.store.transaction(async (tx) => {
    await lockOperators(tx)
    await deleteSetupTokens(tx, now)
    if ((await listOperators(tx)).length > 0) return undefined
    await insertSetupToken(tx, { hash: hashKey(token), expiresAt: now + lifetimeMs })
    return token
  })
}
