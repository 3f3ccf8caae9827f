import type { Payment, PaymentAnswer } from '../../model/payment.ts'
import type { TransferAuthorization } from '../../payment/authorization.ts'
import type { PaymentRow } from '../tables.ts'

export function toPayment(row: PaymentRow): Payment {
  return {
    id: row.id,
    chainId: row.chain_id,
    asset: row.asset,
    payer: row.payer,
    nonce: row.nonce,
    digest: row.digest,
    signatureHash: row.signature_hash,
    protocol: row.protocol,
    challengeId: row.challenge_id,
    fingerprint: row.fingerprint,
    backend: row.backend,
    payTo: row.pay_to,
    amount: BigInt(row.amount),
    validBefore: BigInt(row.valid_before),
    authorization: toAuthorization(row),
    state: row.state,
    leaseOwner: row.lease_owner,
    leaseUntil: row.lease_until,
    fromBlock: row.from_block,
    relayer: row.relayer,
    relayerNonce: row.relayer_nonce,
    txHash: row.tx_hash,
    rawTx: row.raw_tx,
    settledTx: row.settled_tx,
    settledBlock: row.settled_block,
    settledAt: row.settled_at,
    body: row.body,
    answer: toAnswer(row),
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  }
}

function toAuthorization(row: PaymentRow): TransferAuthorization | null {
  return (
    row.signature && {
      chainId: row.chain_id,
      asset: row.asset,
      from: row.payer,
      to: row.pay_to,
      value: BigInt(row.amount),
      validAfter: BigInt(row.valid_after),
      validBefore: BigInt(row.valid_before),
      nonce: row.nonce,
      signature: row.signature,
    }
  )
}

function toAnswer({
  answer_status,
  answer_tx,
  answer_reason,
  answered_at,
}: PaymentRow): PaymentAnswer | null {
  return answer_status !== null && answered_at !== null
    ? { status: answer_status, transaction: answer_tx, reason: answer_reason, at: answered_at }
    : null
}
