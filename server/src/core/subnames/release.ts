import { releasePurpose } from '../auth/message-purpose.ts'
import { consumeSignedMessage, verifySingleUseMessage } from '../auth/verify-single-use-message.ts'
import type { Caller } from '../caller.ts'
import type { CoreContext } from '../context.ts'
import { assertNotBlocked } from '../domains/require-domain.ts'
import type { IfMatch } from '../if-match.ts'
import { assertClaimedBy } from './assert-holder.ts'
import { removeSubname } from './remove.ts'
import { requireSubname } from './require-subname.ts'
import type { SubnameDetails } from './subname-details.ts'

export interface ReleaseSubname {
  readonly caller: Caller
  readonly chainId: number
  readonly name: string
  readonly ifMatch?: IfMatch | undefined
}

/**
 * Removes a subname with the signature of its holder alone. Rules in order: the subname exists, its domain is not
 * blocked, the message is for this release and its signature is valid, the signer is the holder, the subname is claimed,
 * the message is unused.
 *
 * @returns the last state.
 */
export async function releaseSubname(
  context: CoreContext,
  { caller, chainId, name, ifMatch }: ReleaseSubname,
): Promise<SubnameDetails> {
  const details = await requireSubname(context, chainId, name)
  const { subname, domain } = details
  assertNotBlocked(domain)
  const purpose = releasePurpose(subname.name)
  const { signer, consumed } = await verifySingleUseMessage(context, caller, domain, purpose)
  assertClaimedBy(subname, signer)
  return removeSubname(context, {
    details,
    event: 'subname.revoked',
    isRelease: true,
    signer,
    assertAllowed: (current) => assertClaimedBy(current, signer),
    inSameTransaction: (transaction) => consumeSignedMessage(context, transaction, consumed),
    ifMatch,
  })
}
