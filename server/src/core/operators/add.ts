import { AppError, type ErrorName } from '../../errors.ts'
import type { Operator } from '../../model/operator.ts'
import { appendEvents } from '../../store/entities/event-log.ts'
import { insertOperator, listOperators, lockOperators } from '../../store/entities/operators.ts'
import type { CoreContext } from '../context.ts'
import { operatorEvent } from './operator-event.ts'

const maxOperators = 100

/** Idempotent. */
export async function addOperator(
  context: CoreContext,
  { address, addedBy }: Pick<Operator, 'address' | 'addedBy'>,
): Promise<void> {
  const operator = { address, addedBy, createdAt: context.clock() }
  await context.store.transaction(async (tx) => {
    await lockOperators(tx)
    if ((await listOperators(tx)).length >= maxOperators)
      throw new AppError('LimitReachedException', `An instance has at most ${maxOperators} operators.`)
    if (await insertOperator(tx, operator))
      await appendEvents(tx, operatorEvent(context, 'operator.added', operator))
  })
}

addOperator.errors = ['LimitReachedException'] as const satisfies readonly ErrorName[]
