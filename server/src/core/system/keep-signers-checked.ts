import type { CoreContext } from '../context.ts'
import { type Doing, keepDoing } from '../keep-doing.ts'
import { checkSigners, type SignerCheck } from './check-signers.ts'

/** Whoever wants to know what was found. */
export interface SignerWatcher {
  readonly checked: (checks: readonly SignerCheck[]) => void
  readonly failed: (error: unknown) => void
}

/** Checks the signers of all resolvers at once, then every `interval` milliseconds. */
export const keepSignersChecked = (context: CoreContext, interval: number, watcher: SignerWatcher): Doing =>
  keepDoing(interval, () => checkSigners(context).then(watcher.checked, watcher.failed))
