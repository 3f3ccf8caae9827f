import { chainOf } from '../../chain/chains.ts'
import { controls } from '../../chain/control.ts'
import { AppError } from '../../errors.ts'
import { type Domain, releaseSubnameSlot } from '../../store/domains.ts'
import { appendEvent } from '../../store/events.ts'
import type { Subname } from '../../store/subname-row.ts'
import { deleteSubname } from '../../store/subnames.ts'
import type { Caller } from '../caller.ts'
import type { CoreContext } from '../context.ts'
import { authorizeDomain } from '../credentials/authorize-domain.ts'
import { verifyClaim } from '../credentials/verify-claim.ts'
import { assertNotBlocked } from '../domains/require-domain.ts'
import { newId } from '../new-id.ts'
import { supportedChain } from '../supported-chain.ts'
import { isHolder } from './assert-holder.ts'
import { type IssuedName, issuedName } from './issued-name.ts'
import { requireSubname } from './require-subname.ts'

export interface RevokeSubname {
  readonly caller: Caller
  readonly chainId: number
  readonly name: string
}

/**
 * Takes a subname back: it stops resolving at once and its label is free again. Needs a key of the domain's workspace
 * and a signature by the holder or by whoever controls the domain on chain. Its last state is kept as an event.
 *
 * @returns the subname as it was.
 * @throws AppError `SubnameNotFoundException`, `DomainBlockedException`, `InvalidApiKeyException`,
 * `ForbiddenException`, those of `verifyClaim`, `NotHolderException`.
 */
export async function revokeSubname(context: CoreContext, input: RevokeSubname): Promise<IssuedName> {
  const { subname, domain } = await requireSubname(context, input.chainId, input.name)
  assertNotBlocked(domain)
  authorizeDomain(input.caller, domain, 'names:write')
  const signer = await verifyClaim(context, input.caller.claim, domain)
  if (
    !isHolder(subname, signer) &&
    !(await controls(chainOf(context.chains, supportedChain(domain.chainId)), domain.name, signer))
  )
    throw new AppError(
      'NotHolderException',
      `${signer} neither holds ${subname.name} nor controls ${domain.name}.`,
    )
  return issuedName(context, domain, await remove(context, domain, subname))
}

/** Deletes the row, frees its place under the domain's limit and records what was there, all or nothing. */
async function remove(context: CoreContext, domain: Domain, subname: Subname): Promise<Subname> {
  return context.store.transaction(async (transaction) => {
    const removed = await deleteSubname(transaction, subname.id)
    if (!removed) throw new AppError('SubnameNotFoundException', `${subname.name} does not exist any more.`)
    await releaseSubnameSlot(transaction, domain.id)
    await appendEvent(transaction, {
      id: newId(),
      type: 'subname.revoked',
      chainId: domain.chainId,
      name: subname.name,
      domainId: domain.id,
      data: removed,
      createdAt: context.clock(),
    })
    return removed
  })
}
