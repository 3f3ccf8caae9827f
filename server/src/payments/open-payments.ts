import { createBackgroundQueue } from '../async/limits.ts'
import type { Config, Secrets } from '../config/config.ts'
import { systemCause } from '../core/events/new-event.ts'
import type { CursorContext } from '../core/page.ts'
import type { OnRpcCall } from '../rpc/operator.ts'
import type { Store } from '../store/store.ts'
import { openJournal } from './journal.ts'
import type { PaidContext } from './paid-context.ts'
import type { ActivePayments, Payments } from './payments.ts'

interface PaymentsOptions extends CursorContext {
  readonly config: Config
  readonly secrets: Secrets['payment']
  readonly store: Store
  /** Milliseconds since 1970. */
  readonly clock: () => number
  readonly onCall: OnRpcCall
}

/** Sends nothing. Throws without a relayer key or a facilitator where payment is on. */
export async function openPayments(options: PaymentsOptions): Promise<Payments> {
  return { journal: openJournal(options), active: await openActive(options) }
}

/** Loads what charges only if a payee is configured. */
async function openActive({
  config,
  secrets,
  store,
  clock,
  onCall,
}: PaymentsOptions): Promise<ActivePayments | undefined> {
  const { payment } = config
  const { secret, previousSecret, ...settlementSecrets } = secrets
  if (!payment || secret === undefined) return undefined
  const { openSettlement } = await import('./settlement/open-settlement.ts')
  const { charge } = await import('./http/charge.ts')
  const { reconcile } = await import('./reconcile.ts')
  const { syncRelayerNonce } = await import('./settle.ts')
  const { terms, confirmations, minRelayerBalanceWei, ...rules } = payment
  const settlement = openSettlement({
    terms,
    confirmations,
    minRelayerBalanceWei,
    // Leaves time for a retry.
    rpcTimeoutMs: Math.min(config.rpcTimeoutMs, rules.timeoutMs / 4),
    timeoutMs: rules.timeoutMs,
    onCall,
    ...settlementSecrets,
  })
  const tasks = createBackgroundQueue()
  const context: PaidContext = {
    store,
    clock,
    cause: systemCause,
    rules: config,
    payments: { ...rules, terms, settlement, secret, previousSecret, tasks },
  }
  return {
    terms,
    charge: ({ cause, ...request }) => charge({ ...context, cause }, request),
    reconcile: (listener) => reconcile(context, listener),
    syncRelayerNonce: () => syncRelayerNonce(context),
    drain: tasks.drain,
  }
}
