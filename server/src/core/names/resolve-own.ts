import type { CoreContext } from '../context.ts'
import { readerForOwnRpc } from '../resolution/name-reader.ts'
import { type ReadNameResult, readNameInSession } from '../resolution/read-name.ts'
import { requireOwnName } from './require-own-name.ts'

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
