import type { Address } from 'viem'
import { AppError } from '../../errors.ts'
import type { NewEvent } from '../../model/event.ts'
import type { Subname } from '../../model/subname.ts'
import { decrementSubnameCount } from '../../store/entities/domains.ts'
import { appendEvents } from '../../store/entities/event-log.ts'
import { countRelease, freeClaimedTokens } from '../../store/entities/quotas.ts'
import { deleteSubname } from '../../store/entities/subnames.ts'
import type { StoreTransaction } from '../../store/tables.ts'
import type { CoreContext } from '../context.ts'
import { subnameEvent } from '../events/entity-events.ts'
import { asWallet, type EventContext } from '../events/new-event.ts'
import { assertIfMatch, type IfMatch } from '../if-match.ts'
import { chargeEvent } from '../write-budget/charge.ts'
import { requireWritableDomain } from './require-writable-domain.ts'
import type { SubnameDetails } from './subname-details.ts'
import { subnameEtag } from './subname-etag.ts'

export interface Removal {
  /** The state for which the caller's right was checked. */
  readonly details: SubnameDetails
  readonly event: 'subname.revoked' | 'subname.rejected'
  /** Absent: an administrator removes it. */
  readonly signer?: Address
  /** Throws when the caller may not remove that state. */
  readonly assertAllowed?: (last: Subname) => void
  readonly inSameTransaction?: (transaction: StoreTransaction) => Promise<void>
  readonly allowBlocked?: boolean
  /** By the holder alone: the name still counts for the wallet that it was issued to, and its token stays used. */
  readonly isRelease?: boolean
  readonly ifMatch?: IfMatch | undefined
}

/**
 * Atomically deletes a subname, updates the count and records the last state.
 *
 * @returns the last state.
 */
export async function removeSubname(context: CoreContext, removal: Removal): Promise<SubnameDetails> {
  const { details, event, signer, assertAllowed, inSameTransaction, ifMatch } = removal
  const { isRelease = false, allowBlocked = false } = removal
  const { subname, domain } = details
  const eventContext = signer ? asWallet(context, signer) : context
  await chargeEvent(context, removalEvent(eventContext, event, subname, domain.workspaceId))
  const removed = await context.store.transaction(async (transaction) => {
    if (isRelease && domain.policyVersion > 0) await countRelease(transaction, subname)
    const deleted = await deleteSubname(transaction, subname)
    if (!deleted) throw new AppError('SubnameNotFoundException', `${subname.name} does not exist any more.`)
    if (deleted.isClaimed && !subname.isClaimed) throw alreadyClaimedError(deleted)
    assertAllowed?.(deleted)
    assertIfMatch(deleted.name, subnameEtag({ ...details, subname: deleted }), ifMatch)
    if (!isRelease) await freeClaimedTokens(transaction, [deleted.id])
    await inSameTransaction?.(transaction)
    await decrementSubnameCount(transaction, deleted)
    const { workspaceId } = allowBlocked ? domain : await requireWritableDomain(transaction, deleted)
    await appendEvents(transaction, removalEvent(eventContext, event, deleted, workspaceId))
    return deleted
  })
  return { ...details, subname: removed }
}

function removalEvent(
  context: EventContext,
  type: Removal['event'],
  subname: Subname,
  workspaceId: string,
): NewEvent {
  return subnameEvent(context, { type, subname, workspaceId, before: subname })
}

export function alreadyClaimedError({ name }: Subname) {
  return new AppError('AlreadyClaimedException', `${name} is claimed already.`)
}
