import { createYieldToEventLoop } from '../../async/yield-to-event-loop.ts'
import { countAllowedAddresses, replaceAllowedAddresses } from '../../store/entities/allowed-addresses.ts'
import { appendEvents } from '../../store/entities/event-log.ts'
import type { CoreContext } from '../context.ts'
import { allowListEvent } from '../events/policy-event.ts'
import { lockPolicyDomain, type PolicyRef, requirePolicyAccess } from './require-policy-access.ts'

/** Returns the number of addresses that were on it. */
export async function deleteAllowList(context: CoreContext, ref: PolicyRef): Promise<number> {
  const { id } = await requirePolicyAccess(context, ref)
  return context.store.db.transaction().execute(async (tx) => {
    const domain = await lockPolicyDomain(tx, ref, id)
    const before = await countAllowedAddresses(tx, domain)
    if (before === 0) return 0
    await replaceAllowedAddresses(tx, domain, [], createYieldToEventLoop())
    await appendEvents(tx, allowListEvent(context, domain, before, 0))
    return before
  })
}
