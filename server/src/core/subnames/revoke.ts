import type { Address } from 'viem'
import { canManageName } from '../../chain/name-ownership.ts'
import { AppError } from '../../errors.ts'
import type { Domain } from '../../model/domain.ts'
import type { Subname } from '../../model/subname.ts'
import { chainClientOf } from '../../rpc/chain-clients.ts'
import { assertDomainAccess } from '../auth/assert-access.ts'
import { verifySignedMessage } from '../auth/verify-signed-message.ts'
import type { Caller } from '../caller.ts'
import type { CoreContext } from '../context.ts'
import { assertNotBlocked } from '../domains/require-domain.ts'
import type { IfMatch } from '../if-match.ts'
import { requireSupportedChain } from '../require-supported-chain.ts'
import { assertCanSignFor, canSignFor } from './assert-holder.ts'
import { alreadyClaimedError, type Removal, removeSubname } from './remove.ts'
import { requireSubname } from './require-subname.ts'
import type { SubnameDetails } from './subname-details.ts'

export interface RevokeSubname {
  readonly caller: Caller
  readonly chainId: number
  readonly name: string
  readonly ifMatch?: IfMatch | undefined
}

/**
 * Needs a workspace key, or an admin key, and a signature: any valid one for a reservation, else one by an address that
 * `canSignFor` accepts or that controls the domain on chain.
 *
 * @returns the last state.
 */
export async function revokeSubname(context: CoreContext, input: RevokeSubname): Promise<SubnameDetails> {
  return removeSubname(context, await authorizeRemoval(context, input))
}

export async function revokeReservation(context: CoreContext, input: RevokeSubname): Promise<SubnameDetails> {
  const removal = await authorizeRemoval(context, input)
  if (removal.details.subname.isClaimed) throw alreadyClaimedError(removal.details.subname)
  return removeSubname(context, removal)
}

/** Needs only an admin key; includes blocked domains. */
export async function revokeAsAdmin(context: CoreContext, input: RevokeSubname): Promise<SubnameDetails> {
  const details = await requireSubname(context, input.chainId, input.name)
  assertDomainAccess(input.caller, details.domain, 'admin')
  return removeSubname(context, {
    details,
    event: 'subname.revoked',
    allowBlocked: true,
    ifMatch: input.ifMatch,
  })
}

async function authorizeRemoval(
  context: CoreContext,
  { caller, chainId, name, ifMatch }: RevokeSubname,
): Promise<Removal> {
  const details = await requireSubname(context, chainId, name)
  const { subname, domain } = details
  assertNotBlocked(domain)
  assertDomainAccess(caller, domain, 'names:write')
  const signer = await verifySignedMessage(context, caller.signedMessage, domain)
  const removal = { details, event: 'subname.revoked', signer, ifMatch } as const
  if (!subname.isClaimed) return removal
  if (canRevoke(subname, signer))
    return { ...removal, assertAllowed: (current) => assertCanSignFor(current, signer) }
  if (!(await isController(context, domain, signer))) throw notControllerError(domain, signer)
  return removal
}

/** Whether the signer may, even without control of the domain. */
export function canRevoke(subname: Subname, signer: Address): boolean {
  return !subname.isClaimed || canSignFor(subname, signer)
}

/** Reads the chain. */
export function isController(context: CoreContext, domain: Domain, signer: Address): Promise<boolean> {
  const chain = chainClientOf(context.chains, requireSupportedChain(domain.chainId))
  return canManageName(chain, domain.name, signer)
}

export function notControllerError({ name }: Domain, signer: Address) {
  return new AppError('NotHolderException', `${signer} neither holds the name nor controls ${name}.`)
}
