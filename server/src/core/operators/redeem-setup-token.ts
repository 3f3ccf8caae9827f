import type { Hex } from 'viem'
import { AppError } from '../../errors.ts'
import { appendEvents } from '../../store/entities/event-log.ts'
import {
  deleteSetupTokens,
  findSetupToken,
  insertOperator,
  listOperators,
  lockOperators,
} from '../../store/entities/operators.ts'
import type { StoreTransaction } from '../../store/tables.ts'
import { hashKey } from '../auth/hash-key.ts'
import type { CoreContext } from '../context.ts'
import { operatorEvent } from '../events/entity-events.ts'

/** Makes `address` the first operator; all setup tokens end. */
export async function redeemSetupToken(
  context: CoreContext,
  tx: StoreTransaction,
  token: string,
  address: Hex | null,
): Promise<void> {
  await lockOperators(tx)
  const now = context.clock()
  const stored = await findSetupToken(tx, hashKey(token))
  const isFirst = context.rules.operators.size === 0 && (await listOperators(tx)).length === 0
  if (!stored || stored.expiresAt <= now || !isFirst || address === null)
    throw new AppError(
      'ForbiddenException',
      'This setup link is unknown, used or expired. The next start of the service prints one while it has no operator.',
    )
  const operator = { address, addedBy: null, createdAt: now }
  await insertOperator(tx, operator)
  await deleteSetupTokens(tx, Number.POSITIVE_INFINITY)
  await appendEvents(tx, operatorEvent(context, 'operator.added', operator))
}
