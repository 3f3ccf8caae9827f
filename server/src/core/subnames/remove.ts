import { AppError } from '../../errors.ts'
import { type Domain, releaseSubnameSlot } from '../../store/domains.ts'
import { appendEvent } from '../../store/events.ts'
import type { Subname } from '../../store/subname-row.ts'
import { deleteSubname } from '../../store/subnames.ts'
import type { CoreContext } from '../context.ts'
import { newId } from '../new-id.ts'
import { assertWritable } from './assert-writable.ts'
import { type IssuedName, issuedName } from './issued-name.ts'

export interface Removal {
  readonly domain: Domain
  /** As it was when the caller's right to remove it was checked. */
  readonly subname: Subname
  readonly event: 'subname.revoked' | 'subname.rejected'
  /** Throws when the caller may not remove the subname in its last state. */
  readonly assertAllowed?: (last: Subname) => void
  /** Whether a name of a blocked domain is removed too. */
  readonly evenIfBlocked?: boolean
}

/**
 * Deletes a subname, frees its place under the domain's limit and records its last state, all or nothing. Its label is
 * free again.
 *
 * @returns the subname as it was.
 * @throws AppError `SubnameNotFoundException` when it is gone already, `AlreadyClaimedException` when a reservation was
 * accepted in the meantime; and those of `assertAllowed` and `assertWritable`.
 */
export async function removeSubname(
  context: CoreContext,
  { domain, subname, event, assertAllowed, evenIfBlocked = false }: Removal,
): Promise<IssuedName> {
  const removed = await context.store.transaction(async (transaction) => {
    const last = await deleteSubname(transaction, subname.id)
    if (!last) throw new AppError('SubnameNotFoundException', `${subname.name} does not exist any more.`)
    if (last.isClaimed && !subname.isClaimed) throw alreadyClaimed(last)
    assertAllowed?.(last)
    await releaseSubnameSlot(transaction, last)
    await appendEvent(transaction, {
      id: newId(),
      type: event,
      chainId: domain.chainId,
      name: last.name,
      domainId: domain.id,
      data: last,
      createdAt: context.clock(),
    })
    if (!evenIfBlocked) await assertWritable(transaction, last)
    return last
  })
  return issuedName(context, domain, removed)
}

export const alreadyClaimed = ({ name }: Subname) =>
  new AppError('AlreadyClaimedException', `${name} is claimed already.`)
