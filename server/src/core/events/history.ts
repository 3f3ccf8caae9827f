import { splitName } from '../../ens/name.ts'
import { type EventFilter, findTransferTime } from '../../store/entities/event-log.ts'
import { verifySignedMessage } from '../auth/verify-signed-message.ts'
import type { Caller } from '../caller.ts'
import type { CoreContext } from '../context.ts'
import { assertNotBlocked, requireDomain } from '../domains/require-domain.ts'
import { assertCanSignFor } from '../subnames/assert-holder.ts'
import { requireSubname } from '../subnames/require-subname.ts'
import { type EventPage, type EventPosition, readEventPage } from './list.ts'
import { eventsOfCaller, normalizedOnChain } from './readable-events.ts'

export interface NameHistory extends Omit<EventPosition, 'until'> {
  readonly caller: Caller
  readonly chainId: number
  readonly name: string
}

/** For a key or session, its events of the name; for a holder, all since the name was issued or transferred to them. */
export async function readNameHistory(
  context: CoreContext,
  { caller, chainId, name, ...position }: NameHistory,
): Promise<EventPage> {
  const filter =
    caller.apiKey || caller.session
      ? await eventsOfName(context, caller, chainId, name)
      : await eventsOfHolder(context, caller, chainId, name)
  return readEventPage(context, filter, position)
}

async function eventsOfName(
  context: CoreContext,
  caller: Caller,
  chainId: number,
  text: string,
): Promise<EventFilter> {
  const name = normalizedOnChain(text, chainId)
  if (!caller.session) return { ...eventsOfCaller(caller), name }
  const domain = await requireDomain(context, chainId, splitName(name.name).domain, { includeDeleted: true })
  return { ...eventsOfCaller(caller, domain.workspaceId), name }
}

async function eventsOfHolder(
  context: CoreContext,
  caller: Caller,
  chainId: number,
  name: string,
): Promise<EventFilter> {
  const { domain: audience } = await requireSubname(context, chainId, name)
  assertNotBlocked(audience)
  const signer = await verifySignedMessage(context, caller.signedMessage, audience)
  // Verifying takes time.
  const { subname, domain } = await requireSubname(context, chainId, name)
  assertNotBlocked(domain)
  assertCanSignFor(subname, signer)
  const transferredAt = (await findTransferTime(context.store.db, subname)) ?? 0
  return { name: subname, since: Math.max(subname.createdAt, transferredAt) }
}
