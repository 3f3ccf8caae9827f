import { ensureNonceAtLeast } from '../../store/payments/relayers.ts'
import type { PaidContext } from './payments.ts'

/** What the journal and the chain say of the account's next nonce. */
export interface RelayerNonce {
  /** Undefined when the account has not sent a payment. */
  readonly journal: number | undefined
  readonly chain: number
}

/**
 * Makes sure, before a payment is signed, that the relayer's next nonce is not one that is used already. If the chain is
 * ahead of the journal, somebody else uses the account, which makes payments fail: it should be this service's alone.
 *
 * Null without a relayer. Throws the AppErrors of the node.
 */
export async function syncRelayerNonce({ store, payments }: PaidContext): Promise<RelayerNonce | null> {
  const { settlement, terms } = payments
  if (settlement.kind !== 'relayer') return null
  const { relayer } = settlement
  const chain = await relayer.transactionCount('pending')
  const { before } = await ensureNonceAtLeast(store.db, terms.chainId, relayer.address, chain)
  return { journal: before, chain }
}
