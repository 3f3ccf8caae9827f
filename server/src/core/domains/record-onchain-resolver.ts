import type { NameResolver } from '../../ccip/find-resolver.ts'
import { lowerCaseHex } from '../../crypto/hex.ts'
import type { Domain } from '../../model/domain.ts'
import { updateDomain } from '../../store/entities/domain-changes.ts'
import type { CoreContext } from '../context.ts'

export async function recordOnchainResolver(
  context: Pick<CoreContext, 'store' | 'clock'>,
  domain: Domain,
  observed: NameResolver,
): Promise<Domain> {
  const onchainResolver = observed.inherited ? null : observed.resolver && lowerCaseHex(observed.resolver)
  if (onchainResolver === domain.onchainResolver) return domain
  return (await updateDomain(context.store.db, domain, { onchainResolver }, context.clock())) ?? domain
}
