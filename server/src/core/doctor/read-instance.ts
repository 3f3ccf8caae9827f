import type { Address } from 'viem'
import { chainIds } from '../../ens/chains.ts'
import { ethCoinType } from '../../ens/coin-type.ts'
import { effectiveAddress } from '../../ens/effective-address.ts'
import { ancestors } from '../../ens/name.ts'
import type { Domain } from '../../model/domain.ts'
import { findCoveringDomain } from '../../store/entities/domains.ts'
import { findResolver } from '../../store/entities/resolvers.ts'
import { findSubname } from '../../store/entities/subnames.ts'
import { canReadDomain } from '../auth/assert-access.ts'
import type { Caller } from '../caller.ts'
import type { CoreContext } from '../context.ts'
import { capacityError } from '../domains/capacity.ts'
import type { InstanceFacts } from './judge-instance.ts'

export interface Instance {
  /** `undefined` when the name is not under a domain of this service on this chain. */
  readonly facts: InstanceFacts | undefined
  /** The contract that the domain is onboarded with. */
  readonly expectedResolver: Address | undefined
  /** Where it is under a domain, if not on this chain. */
  readonly otherChainId: number | undefined
}

/** What this service holds. Deleted domains count: their lookups reach it too. */
export async function readInstance(
  context: CoreContext,
  { caller, chainId, name }: { caller: Caller; chainId: number; name: string },
): Promise<Instance> {
  const { store } = context
  const names = [name, ...ancestors(name)]
  const find = (id: number) => findCoveringDomain(store.read, id, names, { includeDeleted: true })
  const domain = await find(chainId)
  if (!domain) {
    for (const other of chainIds)
      if (other !== chainId && (await find(other)))
        return { facts: undefined, expectedResolver: undefined, otherChainId: other }
    return { facts: undefined, expectedResolver: undefined, otherChainId: undefined }
  }
  const [resolver, subname] = await Promise.all([
    findResolver(store.db, domain.resolverId),
    domain.name === name ? undefined : findSubname(store.read, chainId, name),
  ])
  const records = domain.name === name ? domain.records : subname?.isClaimed ? subname.records : undefined
  return {
    expectedResolver: resolver?.address,
    otherChainId: undefined,
    facts: {
      ...stateOf(context, caller, domain),
      subname: domain.name === name ? undefined : stateOfSubname(subname),
      hasAddress: records !== undefined && effectiveAddress(records, ethCoinType) !== null,
    },
  }
}

function stateOf({ clock }: CoreContext, caller: Caller, domain: Domain) {
  const isReadable = canReadDomain(caller, domain)
  return {
    domain: domain.name,
    isBlocked: domain.isBlocked,
    isDeleted: domain.deletedAt !== null,
    isFull: isReadable ? capacityError(domain, clock()) !== undefined : undefined,
    isReadable,
  }
}

function stateOfSubname(subname: { readonly isClaimed: boolean } | undefined) {
  if (!subname) return 'absent'
  return subname.isClaimed ? 'issued' : 'reserved'
}
