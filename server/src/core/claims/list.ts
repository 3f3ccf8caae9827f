import type { ErrorName } from '../../errors.ts'
import { type ClaimPage, listClaims as listStoredClaims } from '../../store/entities/claims.ts'
import { assertDomainAccess } from '../auth/assert-access.ts'
import type { Caller } from '../caller.ts'
import type { CoreContext } from '../context.ts'
import { requireDomain } from '../domains/require-domain.ts'
import { type ClaimDetails, toClaimDetails } from './require-claim.ts'

export interface ListClaims extends ClaimPage {
  readonly caller: Caller
  readonly chainId: number
  readonly domain: string
}

export interface ClaimList {
  readonly claims: readonly ClaimDetails[]
  /** `after` of the next page; absent on the last. */
  readonly next: number | undefined
}

/** The oldest first. */
export async function listClaims(
  context: CoreContext,
  { caller, chainId, domain: name, limit, ...page }: ListClaims,
): Promise<ClaimList> {
  const domain = await requireDomain(context, chainId, name)
  assertDomainAccess(caller, domain)
  const found = await listStoredClaims(context.store.db, domain, { ...page, limit: limit + 1 })
  const claims = found.slice(0, limit)
  return {
    claims: claims.map((claim) => toClaimDetails(domain, claim)),
    next: found.length > limit ? claims.at(-1)?.key : undefined,
  }
}

listClaims.errors = [
  ...requireDomain.errors,
  ...assertDomainAccess.errors,
] as const satisfies readonly ErrorName[]
