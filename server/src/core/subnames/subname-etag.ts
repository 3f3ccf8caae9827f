import { entityTagOf } from '../if-match.ts'
import type { SubnameDetails } from './subname-details.ts'

/** The same in every version of the API. */
export function subnameEtag({ subname, domain, resolver }: SubnameDetails): string {
  const { id, version, holder, isClaimed, claimedAt } = subname
  return entityTagOf([id, version, holder, isClaimed, claimedAt, domain.onchainResolver, resolver.address])
}
