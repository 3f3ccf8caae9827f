import type { ChainId } from '../ens/chains.ts'
import { normalizeName } from '../ens/names.ts'
import { emptyRecords, type Records } from '../ens/stored-records.ts'
import { findDomain } from '../store/entities/domains.ts'
import { type CoreContext, withReadReplica } from './context.ts'
import { requireSupportedChain } from './require-supported-chain.ts'
import { type ReadNameResult, readerForOwnRpc, readNameInSession } from './resolution/read-name.ts'
import { requireSubname, subnameNotFoundError } from './subnames/rules.ts'

interface OwnName {
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

export interface OwnNameResolution extends ReadNameResult {
  readonly chainId: number
  readonly durationMs: number
}

/**
 * Resolves a name of this service as a wallet does: through the Universal Resolver, CCIP-Read included. Other names are
 * rejected, because the calls go to the operator's RPC.
 */
export async function resolveOwnName(
  context: CoreContext,
  input: { readonly chainId: number; readonly name: string },
): Promise<OwnNameResolution> {
  const { name, chainId } = await requireOwnName(context, input)
  const startedAt = performance.now()
  const session = readerForOwnRpc(context, chainId).openSession()
  const resolved = await readNameInSession(context, session, { name, chain: undefined, checksum: undefined })
  return { ...resolved, chainId, durationMs: Math.round(performance.now() - startedAt) }
}
