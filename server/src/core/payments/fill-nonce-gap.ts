import type { RelayerSettlement } from '../../settlement/open-settlement.ts'
import { isNonceUnused } from '../../store/payments/relayers.ts'
import type { PaidContext } from './payments.ts'

/**
 * Sends a transaction that does nothing in the place of the account's next one, when that is of a payment which has come to
 * its end without it: somebody else has made the transfer. Nobody sends it again if it was lost, and no transaction with a
 * higher nonce is mined before it. A node that has it still refuses to replace it, or gets one that pays more.
 */
export async function fillNonceGap(
  { store, payments }: PaidContext,
  { relayer }: RelayerSettlement,
): Promise<void> {
  const nonce = await relayer.transactionCount('latest')
  if (!(await isNonceUnused(store.db, payments.terms.chainId, relayer.address, nonce))) return
  const { raw } = await relayer.sign(await relayer.draftNoop(null), nonce)
  await relayer.send(raw)
}
