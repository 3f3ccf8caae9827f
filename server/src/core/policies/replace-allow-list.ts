import { createYieldToEventLoop } from '../../async/yield-to-event-loop.ts'
import { AppError } from '../../errors.ts'
import { parseAllowList } from '../../policy/parse-allow-list.ts'
import { countAllowedAddresses, replaceAllowedAddresses } from '../../store/entities/allowed-addresses.ts'
import { appendEvents } from '../../store/entities/event-log.ts'
import type { CoreContext } from '../context.ts'
import { allowListEvent } from '../events/policy-event.ts'
import { lockPolicyDomain, type PolicyRef, requirePolicyAccess } from './require-policy-access.ts'

/** Replaces the allow-list by the addresses of a CSV file (`parseAllowList`) in one transaction; returns their number. */
export async function replaceAllowList(
  context: CoreContext,
  { file, ...ref }: PolicyRef & { readonly file: Uint8Array },
): Promise<number> {
  const { id } = await requirePolicyAccess(context, ref)
  const yieldToEventLoop = createYieldToEventLoop()
  const addresses = await parseAllowList(file, yieldToEventLoop)
  if (addresses.length === 0)
    throw new AppError('BadRequestException', 'file: has no address. DELETE removes the list.')
  await context.store.db.transaction().execute(async (tx) => {
    const domain = await lockPolicyDomain(tx, ref, id)
    const before = await countAllowedAddresses(tx, domain)
    await replaceAllowedAddresses(tx, domain, addresses, yieldToEventLoop)
    await appendEvents(tx, allowListEvent(context, domain, before, addresses.length))
  })
  return addresses.length
}
