import type { Address, Hex } from 'viem'
import { createYieldToEventLoop } from '../../async/time.ts'
import { checksumAddress } from '../../crypto/evm-address.ts'
import { AppError } from '../../errors.ts'
import { parseAllowList } from '../../policy/parse-allow-list.ts'
import {
  countAllowedAddresses,
  listAllowedAddresses,
  replaceAllowedAddresses,
} from '../../store/entities/allowed-addresses.ts'
import { appendEvents } from '../../store/entities/events.ts'
import type { CoreContext } from '../context.ts'
import { allowListEvent } from '../events/policy-event.ts'
import { type CursorPage, type CursorRequest, readPage } from '../page.ts'
import { lockPolicyDomain, type PolicyRef, requirePolicyAccess } from './policy.ts'

export interface AllowListPage extends CursorPage<Address> {
  readonly count: number
}

/** In ascending order. */
export async function listAllowList(
  context: CoreContext,
  { after, limit, ...ref }: PolicyRef & CursorRequest,
): Promise<AllowListPage> {
  const domain = await requirePolicyAccess(context, ref)
  const { db } = context.store
  const list = {
    list: ['allow-list', domain.id],
    positionOf: (address: Hex) => address,
    read: (behind: Hex | undefined, count: number) =>
      listAllowedAddresses(db, domain, { after: behind, limit: count }),
  }
  const { items, next } = await readPage(context, list, { after, limit })
  return { items: items.map(checksumAddress), next, count: await countAllowedAddresses(db, domain) }
}

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
  await context.store.inTurn(id).plainTransaction(async (tx) => {
    const domain = await lockPolicyDomain(tx, ref, id)
    const before = await countAllowedAddresses(tx, domain)
    await replaceAllowedAddresses(tx, domain, addresses, yieldToEventLoop)
    await appendEvents(tx, allowListEvent(context, domain, before, addresses.length))
  })
  return addresses.length
}

/** Returns the number of addresses that were on it. */
export async function deleteAllowList(context: CoreContext, ref: PolicyRef): Promise<number> {
  const { id } = await requirePolicyAccess(context, ref)
  return context.store.inTurn(id).plainTransaction(async (tx) => {
    const domain = await lockPolicyDomain(tx, ref, id)
    const before = await countAllowedAddresses(tx, domain)
    if (before === 0) return 0
    await replaceAllowedAddresses(tx, domain, [], createYieldToEventLoop())
    await appendEvents(tx, allowListEvent(context, domain, before, 0))
    return before
  })
}
