import type { NewEvent } from '../../model/event.ts'
import type { Payment } from '../../model/payment.ts'
import { type EventContext, newEvent } from './new-event.ts'

export function settledEvent(context: EventContext, { id, chainId, amount, settledTx }: Payment): NewEvent {
  const changes = Object.entries({ id, amount: String(amount), transaction: settledTx }).map(
    ([field, after]) => ({ field, key: null, before: null, after }),
  )
  return newEvent(context, { type: 'payment.settled', chainId, changes })
}
