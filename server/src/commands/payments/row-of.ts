import type { Payment } from '../../model/payment.ts'

/** A payment as the command line shows it; what could be used to make it is not part of it. */
export function toPaymentRow(payment: Payment) {
  return {
    id: payment.id,
    state: payment.state,
    answer: payment.answer?.status ?? null,
    owed: payment.state === 'confirmed' && payment.answer?.status === 502,
    payer: payment.payer,
    amount: payment.amount.toString(),
    transaction: payment.settledTx ?? payment.txHash,
    createdAt: formatTime(payment.createdAt),
    settledAt: payment.settledAt === null ? null : formatTime(payment.settledAt),
  }
}

/** The same with all that identifies it. */
export function toPaymentDetails(payment: Payment) {
  return {
    ...toPaymentRow(payment),
    reason: payment.answer?.reason ?? null,
    chainId: payment.chainId,
    asset: payment.asset,
    payTo: payment.payTo,
    nonce: payment.nonce,
    validBefore: payment.validBefore.toString(),
    protocol: payment.protocol,
    challengeId: payment.challengeId,
    fingerprint: payment.fingerprint,
    backend: payment.backend,
    relayer: payment.relayer,
    relayerNonce: payment.relayerNonce,
    settledBlock: payment.settledBlock,
  }
}

export function formatTime(time: number): string {
  return new Date(time).toISOString()
}
