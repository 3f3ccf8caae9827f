import { keepDoing } from '../keep-doing.ts'
import type { PaidContext } from './payments.ts'
import { type Moved, reconcile } from './reconcile.ts'
import { type RelayerNonce, syncRelayer } from './sync-relayer.ts'

/** Milliseconds between passes. */
const interval = 5_000

/** Whoever wants to know what goes on. */
export interface Watcher {
  readonly moved: (payments: readonly Moved[]) => void
  /** The journal and the chain do not agree on the relayer's next nonce: the chain is ahead. */
  readonly foreignUse: (nonce: RelayerNonce) => void
  readonly failed: (error: unknown) => void
}

/** Makes a pass at once, then one every few seconds. A pass that fails is made up for by the next one. */
export function keepReconciled(context: PaidContext, watcher: Watcher) {
  const sync = async () => {
    const nonce = await syncRelayer(context)
    if (nonce && nonce.journal !== undefined && nonce.chain > nonce.journal) watcher.foreignUse(nonce)
  }
  const look = async () => {
    const moved = await reconcile(context)
    if (moved.length > 0) watcher.moved(moved)
  }
  /** Much of the second part can be done without the chain, which the first one needs. */
  return keepDoing(interval, async () => {
    await sync().catch(watcher.failed)
    await look().catch(watcher.failed)
  })
}
