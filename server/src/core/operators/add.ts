import { AppError } from '../../errors.ts'
import type { Operator } from '../../model/operator.ts'
import { appendEvents } from '../../store/entities/event-log.ts'
import { insertOperator, listOperators, lockOperators } from '../../store/entities/operators.ts'
import type { CoreContext } from '../context.ts'
import { operatorEvent } from '../events/entity-events.ts'
import type { ListedOperator } from './list.ts'

const maxOperators = 100

/** Idempotent: one that exists is returned as it is. */
export async function addOperator(
  context: CoreContext,
  { address, addedBy }: Pick<Operator, 'address' | 'addedBy'>,
): Promise<ListedOperator> {
  const isFromSettings = context.rules.operators.has(address)
  const operator = { address, addedBy, createdAt: context.clock() }
  return context.store.transaction(async (tx) => {
    await lockOperators(tx)
    const operators = await listOperators(tx)
    const existing = operators.find((each) => each.address === address)
    if (existing) return { ...existing, isFromSettings }
    if (operators.length >= maxOperators)
      throw new AppError('LimitReachedException', `An instance has at most ${maxOperators} operators.`)
    await insertOperator(tx, operator)
    await appendEvents(tx, operatorEvent(context, 'operator.added', operator))
    return { ...operator, isFromSettings }
  })
}
