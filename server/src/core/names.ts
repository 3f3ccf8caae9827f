import type { ChainId } from '../ens/chains.ts'
import type { EnsName } from '../ens/names.ts'
import { emptyRecords, type Records } from '../ens/stored-records.ts'
import { findDomain } from '../store/entities/domains.ts'
import { type CoreContext, withReadReplica } from './context.ts'
import { type ReadNameResult, readerForOwnRpc, readNameInSession } from './resolution/read-name.ts'
import { requireSubname, subnameNotFoundError } from './subnames/rules.ts'

interface OwnName {
  readonly name: EnsName
  readonly chainId: ChainId
  /** As they resolve: those of a reservation are empty. */
  readonly records: Records
}

/** A domain, else a subname. Those of a blocked domain are not found. */
export async function requireOwnName(
  context: CoreContext,
  { chainId, name }: { readonly chainId: ChainId; readonly name: EnsName },
): Promise<OwnName> {
  const domain = await findDomain(context.store.read, chainId, name)
  if (domain?.isBlocked) throw subnameNotFoundError(name, chainId)
  if (domain) return { name, chainId, records: domain.records }
  const found = await requireSubname(withReadReplica(context), chainId, name)
  if (found.domain.isBlocked) throw subnameNotFoundError(name, chainId)
  return { name, chainId, records: found.subname.isClaimed ? found.subname.records : emptyRecords }
}

export interface OwnNameResolution extends ReadNameResult {
  readonly chainId: ChainId
  readonly durationMs: number
}

/**
 * Resolves a name of this service as a wallet does: through the Universal Resolver, CCIP-Read included. Other names are
 * rejected, because the calls go to the operator's RPC.
 */
export async function resolveOwnName(
  context: CoreContext,
  input: { readonly chainId: ChainId; readonly name: EnsName },
): Promise<OwnNameResolution> {
  const { name, chainId } = await requireOwnName(context, input)
  const startedAt = performance.now()
  const session = readerForOwnRpc(context, chainId).openSession()
  const resolved = await readNameInSession(context, session, { name, chain: undefined, checksum: undefined })
  return { ...resolved, chainId, durationMs: Math.round(performance.now() - startedAt) }
}
