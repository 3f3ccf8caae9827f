import type { ChainId } from '../../ens/chains.ts'
import type { EnsName } from '../../ens/names.ts'
import type { ClaimOfWallet } from '../../model/claim.ts'
import { selectClaimsOfWallet } from '../../store/entities/claims.ts'
import { verifyOwnReader } from '../auth/own-reader.ts'
import type { Caller, CoreContext } from '../context.ts'
import { assertNotBlocked, requireDomain } from '../domains/rules.ts'
import { type CursorPage, type CursorRequest, readPage } from '../page.ts'
import { noticeTokenOf } from './notice-token.ts'

/** A claim of the wallet that signed. */
export interface OwnClaim extends ClaimOfWallet {
  /** `noticeTokenOf` the claim. */
  readonly noticeToken: string | null
}

interface ListOwnClaims extends CursorRequest {
  readonly caller: Caller
  readonly chainId: ChainId
  /** Only these; the message may then be signed at the sites of the domain. */
  readonly domain?: EnsName | undefined
}

/**
 * Claims of the wallet that signed, the newest first, with what their owners answered. A key controls its address on every chain, a
 * contract wallet on the one where it was verified: only claims of that chain are listed for it. Those of blocked domains are left out.
 */
export async function listOwnClaims(
  context: CoreContext,
  { caller, chainId, domain: name, ...request }: ListOwnClaims,
): Promise<CursorPage<OwnClaim>> {
  const domain = name === undefined ? undefined : await requireDomain(context, chainId, name)
  if (domain) assertNotBlocked(domain)
  const { wallet: claimant, chainId: ownChainId } = await verifyOwnReader(context, {
    caller,
    chainId,
    domain,
  })
  // Its check may have taken its time.
  if (domain) assertNotBlocked(await requireDomain(context, chainId, domain.name))
  const filter = { claimant, domainKey: domain?.key, chainId: ownChainId }
  const list = {
    list: ['claims of a wallet', claimant, domain?.id ?? '', String(filter.chainId ?? '')],
    positionOf: ({ claim }: OwnClaim) => claim.key,
    read: async (after: number | undefined, limit: number) => {
      const claims = await selectClaimsOfWallet(context.store.db, { ...filter, after, limit })
      return claims.map((found) => ({ ...found, noticeToken: noticeTokenOf(context, found.claim) }))
    },
  }
  return readPage(context, list, request)
}
