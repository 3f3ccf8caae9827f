import type { ChainId } from '../../ens/chains.ts'
import { type EnsName, joinName } from '../../ens/names.ts'
import { AppError } from '../../errors.ts'
import type { Claim } from '../../model/claim.ts'
import type { Domain } from '../../model/domain.ts'
import { findClaim } from '../../store/entities/claims.ts'
import type { CoreContext } from '../context.ts'
import { requireDomain } from '../domains/rules.ts'

export interface ClaimDetails {
  readonly claim: Claim
  readonly domain: Domain
  readonly name: string
}

export function toClaimDetails(domain: Domain, claim: Claim): ClaimDetails {
  return { domain, claim, name: joinName(claim.label, domain.name) }
}

export interface ClaimRef {
  readonly chainId: ChainId
  readonly domain: EnsName
  readonly claimId: string
}

/** In any state; of a blocked domain too. */
export async function requireClaim(context: CoreContext, ref: ClaimRef): Promise<ClaimDetails> {
  const domain = await requireDomain(context, ref.chainId, ref.domain)
  const claim = await findClaim(context.store.db, domain, ref.claimId)
  if (!claim) throw new AppError('ClaimNotFoundException', `${domain.name} has no claim ${ref.claimId}.`)
  return toClaimDetails(domain, claim)
}
