import type { ChainId } from '../../ens/chains.ts'
import { normalizeName } from '../../ens/name.ts'
import { emptyRecords, type Records } from '../../ens/records.ts'
import { findDomain } from '../../store/entities/domains.ts'
import type { CoreContext } from '../context.ts'
import { withReadReplica } from '../read-replica.ts'
import { requireSupportedChain } from '../require-supported-chain.ts'
import { requireSubname, subnameNotFoundError } from '../subnames/require-subname.ts'

export interface OwnName {
  readonly name: string
  readonly chainId: ChainId
  /** As they resolve: those of a reservation are empty. */
  readonly records: Records
}

/** A domain, else a subname. Those of a blocked domain are not found. */
export async function requireOwnName(
  context: CoreContext,
  input: { readonly chainId: number; readonly name: string },
): Promise<OwnName> {
  const chainId = requireSupportedChain(input.chainId)
  const name = normalizeName(input.name)
  const domain = await findDomain(context.store.read, chainId, name)
  if (domain?.isBlocked) throw subnameNotFoundError(name, chainId)
  if (domain) return { name, chainId, records: domain.records }
  const found = await requireSubname(withReadReplica(context), chainId, name)
  if (found.domain.isBlocked) throw subnameNotFoundError(name, chainId)
  return { name, chainId, records: found.subname.isClaimed ? found.subname.records : emptyRecords }
}
