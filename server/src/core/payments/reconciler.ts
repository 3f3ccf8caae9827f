import { repeat } from '../../async/repeat.ts'
import { findHold } from '../../store/entities/holds.ts'
import type { PaidContext } from './payments.ts'
import { type ReconciledPayment, reconcile } from './reconcile.ts'
import { type RelayerNonce, syncRelayerNonce } from './relayer-nonce.ts'

const intervalMs = 5_000

export interface ReconcilerObserver {
  readonly onProgress: (payments: readonly ReconciledPayment[]) => void
  /** Another program uses the relayer's account. */
  readonly onForeignNonce: (nonce: RelayerNonce) => void
  readonly onError: (error: unknown) => void
}

/** Runs immediately, then every few seconds until the signal aborts. */
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
  /** Reconciliation works partly without the chain, which the sync needs. */
  const reconcileAndSync = async () => {
    const hold = await findHold(context.store.db).catch(observer.onError)
    if (hold) return
    await syncNonce().catch(observer.onError)
    await reconcileOnce().catch(observer.onError)
  }
  return repeat(intervalMs, reconcileAndSync, signal)
}
