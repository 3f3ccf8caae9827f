import { repeat } from '../../async/repeat.ts'
import type { PaidContext } from './payments.ts'
import { type ReconciledPayment, reconcile } from './reconcile.ts'
import { type RelayerNonce, syncRelayerNonce } from './relayer-nonce.ts'

/** Milliseconds between passes. */
const intervalMs = 5_000

/** Receives events of the reconciler. */
export interface ReconcilerObserver {
  readonly onProgress: (payments: readonly ReconciledPayment[]) => void
  /** The chain is ahead of the journal: another program sends with the relayer's account. */
  readonly onForeignNonce: (nonce: RelayerNonce) => void
  readonly onError: (error: unknown) => void
}

/** Makes a pass immediately, then one every few seconds until the signal aborts. The next pass makes up for a failed one. */
export function runReconciler(
  context: PaidContext,
  observer: ReconcilerObserver,
  signal: AbortSignal,
): Promise<void> {
  const syncNonce = async () => {
    const nonce = await syncRelayerNonce(context)
    if (nonce && nonce.journal !== undefined && nonce.chain > nonce.journal) observer.onForeignNonce(nonce)
  }
  const reconcileOnce = async () => {
    const reconciled = await reconcile(context)
    if (reconciled.length > 0) observer.onProgress(reconciled)
  }
  /** Much of the second part can be done without the chain, which the first one needs. */
  const reconcileAndSync = async () => {
    await syncNonce().catch(observer.onError)
    await reconcileOnce().catch(observer.onError)
  }
  return repeat(intervalMs, reconcileAndSync, signal)
}
