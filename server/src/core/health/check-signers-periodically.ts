import { repeat } from '../../async/repeat.ts'
import { AppError, DatabaseUnavailableError } from '../../errors.ts'
import type { Domain } from '../../model/domain.ts'
import type { CoreContext } from '../context.ts'
import { refreshResolvers } from '../domains/refresh-resolvers.ts'
import { checkSigners, type SignerCheck } from './check-signers.ts'

export interface SignerCheckListener {
  readonly onChecked: (checks: readonly SignerCheck[]) => void
  /** Domains whose resolver has changed. */
  readonly onRefreshed: (domains: readonly Domain[]) => void
  readonly onError: (error: unknown) => void
}

/** Runs immediately, then every `intervalMs` until the signal aborts. */
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

/** `checkSigners` and readiness report RPC failures. */
function exceptRpcErrors(onError: SignerCheckListener['onError']) {
  return (error: unknown) => {
    if (!(error instanceof AppError) || error instanceof DatabaseUnavailableError) onError(error)
  }
}
