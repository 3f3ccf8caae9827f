import { AppError, StoreUnavailable } from '../../errors.ts'
import type { Domain } from '../../store/domains.ts'
import type { CoreContext } from '../context.ts'
import { refreshResolvers } from '../domains/refresh-resolvers.ts'
import { type Doing, keepDoing } from '../keep-doing.ts'
import { checkSigners, type SignerCheck } from './check-signers.ts'

/** Whoever wants to know what was found. */
export interface SignerWatcher {
  readonly checked: (checks: readonly SignerCheck[]) => void
  /** Gets the domains whose resolver on chain has changed. */
  readonly refreshed: (domains: readonly Domain[]) => void
  readonly failed: (error: unknown) => void
}

/**
 * Checks the signers of all resolvers, and reads the resolvers of all domains, at once and then every `interval`
 * milliseconds.
 */
export const keepSignersChecked = (context: CoreContext, interval: number, watcher: SignerWatcher): Doing =>
  keepDoing(interval, async () => {
    await checkSigners(context).then(watcher.checked, watcher.failed)
    for (const chainId of context.chains.keys())
      await refreshResolvers(context, chainId).then(watcher.refreshed, unlessNode(watcher.failed))
  })

/** A node that does not answer is found by `checkSigners` and by readiness; the resolvers stay as they were seen. */
const unlessNode = (failed: SignerWatcher['failed']) => (error: unknown) => {
  if (!(error instanceof AppError) || error instanceof StoreUnavailable) failed(error)
}
