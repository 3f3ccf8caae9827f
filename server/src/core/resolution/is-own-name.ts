import type { Hex } from 'viem'
import { lowerCaseHex } from '../../crypto/hex.ts'
import { ancestors } from '../../ens/name.ts'
import { AppError } from '../../errors.ts'
import { findCoveringDomain } from '../../store/entities/domains.ts'
import { findResolverByAddress } from '../../store/entities/resolvers.ts'
import type { CoreContext } from '../context.ts'

/** @throws AppError `EnsNotFound` for a resolver of this service that no domain at or above the name is onboarded with. */
export async function isServedByUs(
  { store }: CoreContext,
  chainId: number,
  address: Hex,
  name: string,
): Promise<boolean> {
  const resolver = await findResolverByAddress(store.read, chainId, lowerCaseHex(address))
  if (!resolver) return false
  const domain = await findCoveringDomain(store.read, chainId, [name, ...ancestors(name)])
  if (domain?.resolverId === resolver.id) return true
  throw new AppError(
    'EnsNotFound',
    `${name} uses a resolver of this service, but is under no domain that is onboarded on chain ${chainId}.`,
  )
}
