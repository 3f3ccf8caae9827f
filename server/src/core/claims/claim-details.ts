import { joinName } from '../../ens/names.ts'
import type { Claim } from '../../model/claim.ts'
import type { Domain } from '../../model/domain.ts'

export interface ClaimDetails {
  readonly claim: Claim
  readonly domain: Domain
  readonly name: string
}

export function toClaimDetails(domain: Domain, claim: Claim): ClaimDetails {
  return { domain, claim, name: joinName(claim.label, domain.name) }
}
