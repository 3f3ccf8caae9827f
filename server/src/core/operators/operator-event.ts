import type { NewEvent } from '../../model/event.ts'
import type { Operator } from '../../model/operator.ts'
import { type EventContext, newEvent } from '../events/new-event.ts'

export function operatorEvent(
  context: EventContext,
  type: 'operator.added' | 'operator.removed',
  { address }: Operator,
): NewEvent {
  const [before, after] = type === 'operator.added' ? [null, address] : [address, null]
  return newEvent(context, { type, changes: [{ field: 'address', key: null, before, after }] })
}
