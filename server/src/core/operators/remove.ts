import type { Hex } from 'viem'
import { AppError } from '../../errors.ts'
import { appendEvents } from '../../store/entities/event-log.ts'
import { deleteOperator, listOperators, lockOperators } from '../../store/entities/operators.ts'
import type { CoreContext } from '../context.ts'
import { operatorEvent } from '../events/entity-events.ts'

/** Its sessions stay, with the rights of a member. */
export async function removeOperator(context: CoreContext, address: Hex): Promise<void> {
  if (context.rules.operators.has(address))
    throw new AppError('ForbiddenException', `${address} is in OPERATORS; remove it there.`)
  await context.store.transaction(async (tx) => {
    await lockOperators(tx)
    const operator = (await listOperators(tx)).find((each) => each.address === address)
    if (!operator) throw new AppError('MemberNotFoundException', `${address} is not an operator.`)
    await deleteOperator(tx, address)
    await appendEvents(tx, operatorEvent(context, 'operator.removed', operator))
  })
}
