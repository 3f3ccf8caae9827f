import { repeat } from '../../async/repeat.ts'
import { AppError, DatabaseUnavailableError } from '../../errors.ts'
import type { Domain } from '../../model/domain.ts'
import type { CoreContext } from '../context.ts'
import { refreshResolvers } from '../domains/refresh-resolvers.ts'
import { checkSigners, type SignerCheck } from './check-signers.ts'

/** Receives the results of the checks. */
export interface SignerCheckListener {
  readonly onChecked: (checks: readonly SignerCheck[]) => void
  /** Receives the domains whose resolver on chain has changed. */
  readonly onRefreshed: (domains: readonly Domain[]) => void
  readonly onError: (error: unknown) => void
}

/**
 * Checks the signers of all resolvers, and reads the resolvers of all domains, immediately and then every `intervalMs`
 * milliseconds until the signal aborts.
 */
export function checkSignersPeriodically(
  context: CoreContext,
  intervalMs: number,
  listener: SignerCheckListener,
  signal: AbortSignal,
): Promise<void> {
  const check = async () => {
    await checkSigners(context).then(listener.onChecked, listener.onError)
    for (const chainId of context.chains.keys())
      await refreshResolvers(context, chainId).then(listener.onRefreshed, exceptRpcErrors(listener.onError))
  }
  return repeat(intervalMs, check, signal)
}

/** `checkSigners` and readiness report an RPC failure; the last known resolvers stay. */
function exceptRpcErrors(onError: SignerCheckListener['onError']) {
  return (error: unknown) => {
    if (!(error instanceof AppError) || error instanceof DatabaseUnavailableError) onError(error)
  }
}
