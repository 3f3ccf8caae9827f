import type { NameResolver } from '../../chain/resolver-of.ts'
import { lowerCaseHex } from '../../ens/hex.ts'
import { changeDomain } from '../../store/domain-changes.ts'
import type { Domain } from '../../store/domains.ts'
import type { CoreContext } from '../context.ts'

/** Keeps which resolver a domain was seen to have on chain, so that readers of its names are told the truth. */
export async function noteResolver(
  context: Pick<CoreContext, 'store' | 'clock'>,
  domain: Domain,
  seen: NameResolver,
): Promise<Domain> {
  const onchainResolver = seen.inherited ? null : seen.resolver && lowerCaseHex(seen.resolver)
  if (onchainResolver === domain.onchainResolver) return domain
  return (await changeDomain(context.store.db, domain, { onchainResolver }, context.clock())) ?? domain
}
