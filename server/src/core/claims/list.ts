import type { ClaimState } from '../../model/claim.ts'
import { listClaims as listStoredClaims } from '../../store/entities/claims.ts'
import { assertDomainAccess } from '../auth/assert-access.ts'
import type { Caller } from '../caller.ts'
import type { CoreContext } from '../context.ts'
import { type CursorPage, type CursorRequest, readPage } from '../cursor.ts'
import { requireDomain } from '../domains/require-domain.ts'
import { type ClaimDetails, toClaimDetails } from './require-claim.ts'

export interface ListClaims extends CursorRequest {
  readonly caller: Caller
  readonly chainId: number
  readonly domain: string
  readonly state: ClaimState
}

/** The oldest first. */
export async function listClaims(
  context: CoreContext,
  { caller, chainId, domain: name, state, ...request }: ListClaims,
): Promise<CursorPage<ClaimDetails>> {
  const domain = await requireDomain(context, chainId, name)
  assertDomainAccess(caller, domain)
  const list = {
    list: ['claims', domain.id, state],
    positionOf: ({ claim }: ClaimDetails) => claim.key,
    read: async (after: number | undefined, limit: number) => {
      const claims = await listStoredClaims(context.store.db, domain, { state, after, limit })
      return claims.map((claim) => toClaimDetails(domain, claim))
    },
  }
  return readPage(context, list, request)
}
