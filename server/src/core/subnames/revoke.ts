import type { Address } from 'viem'
import { chainOf } from '../../chain/chains.ts'
import { controls } from '../../chain/control.ts'
import { AppError } from '../../errors.ts'
import type { Domain } from '../../store/domains.ts'
import type { Caller } from '../caller.ts'
import type { CoreContext } from '../context.ts'
import { authorizeDomain } from '../credentials/authorize-domain.ts'
import { verifyClaim } from '../credentials/verify-claim.ts'
import { assertNotBlocked } from '../domains/require-domain.ts'
import { supportedChain } from '../supported-chain.ts'
import { assertMaySignFor, maySignFor } from './assert-holder.ts'
import type { IssuedName } from './issued-name.ts'
import { alreadyClaimed, type Removal, removeSubname } from './remove.ts'
import { requireSubname } from './require-subname.ts'

export interface RevokeSubname {
  readonly caller: Caller
  readonly chainId: number
  readonly name: string
}

/**
 * Takes a subname back, claimed or not: it stops resolving at once. Needs a key of the domain's workspace, or an admin key,
 * and a signature: for a reservation, which the workspace made, any valid one; for a claimed name, one by an address that
 * may sign for it (`maySignFor`) or that controls the domain on chain.
 *
 * @returns the subname as it was.
 * @throws AppError `SubnameNotFoundException`, `DomainBlockedException`, `InvalidApiKeyException`,
 * `ForbiddenException`, those of `verifyClaim`, `NotHolderException`, `AlreadyClaimedException` as `removeSubname`.
 */
export async function revokeSubname(context: CoreContext, input: RevokeSubname): Promise<IssuedName> {
  return removeSubname(context, await authorized(context, input))
}

/**
 * Takes a reservation back. Who may do it is as for `revokeSubname`.
 *
 * @throws AppError `AlreadyClaimedException` when it was accepted, beside those of `revokeSubname`.
 */
export async function revokeReservation(context: CoreContext, input: RevokeSubname): Promise<IssuedName> {
  const removal = await authorized(context, input)
  if (removal.subname.isClaimed) throw alreadyClaimed(removal.subname)
  return removeSubname(context, removal)
}

/**
 * Takes any subname back on an admin key alone, also under a blocked domain.
 *
 * @throws AppError `InvalidApiKeyException`, `ForbiddenException`, those of `removeSubname`.
 */
export async function revokeAsAdmin(context: CoreContext, input: RevokeSubname): Promise<IssuedName> {
  const { subname, domain } = await requireSubname(context, input.chainId, input.name)
  authorizeDomain(input.caller, domain, 'admin')
  return removeSubname(context, { domain, subname, event: 'subname.revoked', evenIfBlocked: true })
}

async function authorized(context: CoreContext, { caller, chainId, name }: RevokeSubname): Promise<Removal> {
  const { subname, domain } = await requireSubname(context, chainId, name)
  assertNotBlocked(domain)
  authorizeDomain(caller, domain, 'names:write')
  const signer = await verifyClaim(context, caller.claim, domain)
  const removal = { domain, subname, event: 'subname.revoked' } as const
  if (!subname.isClaimed) return removal
  if (maySignFor(subname, signer))
    return { ...removal, assertAllowed: (last) => assertMaySignFor(last, signer) }
  await assertController(context, domain, signer)
  return removal
}

async function assertController(context: CoreContext, domain: Domain, signer: Address): Promise<void> {
  const chain = chainOf(context.chains, supportedChain(domain.chainId))
  if (!(await controls(chain, domain.name, signer)))
    throw new AppError('NotHolderException', `${signer} neither holds the name nor controls ${domain.name}.`)
}
