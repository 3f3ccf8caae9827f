import type { Hex } from 'viem'
import type { TransferAuthorization } from '../../payment/authorization.ts'
import type { PaymentProtocol } from '../../payment/payment-credential.ts'
import type { PaymentBackend, PaymentRow, PaymentState } from '../tables.ts'

/** What makes an authorization the one it is: its token takes it once, and it can be a payment once. */
export interface PaymentKey {
  readonly chainId: number
  readonly asset: Hex
  readonly payer: Hex
  /** 32 bytes, chosen by the payer. */
  readonly nonce: Hex
}

/** A payment: a transfer that its payer signed, what was asked for it, and what became of it. */
export interface Payment extends PaymentKey {
  readonly id: string
  /** What the payer signed: the EIP-712 hash of the authorization. */
  readonly digest: Hex
  /** Tells signatures apart when the signature itself is gone. */
  readonly signatureHash: Hex
  readonly protocol: PaymentProtocol
  /** The challenge that the payment answers, which buys once; x402 has none. */
  readonly challengeId: string | null
  /** What was asked for: a proof buys an answer to one question. */
  readonly fingerprint: Hex
  readonly backend: PaymentBackend
  readonly payTo: Hex
  /** Base units of the token. */
  readonly amount: bigint
  /** Seconds since 1970. */
  readonly validBefore: bigint
  /** With the signature, so a secret; `null` from a terminal state on. */
  readonly authorization: TransferAuthorization | null
  readonly state: PaymentState
  /** Who alone may change the payment, until `leaseUntil` or until it is taken over after that. */
  readonly leaseOwner: string | null
  /** 0 without an owner. */
  readonly leaseUntil: number
  /** The newest block at the time of the claim: the transfer is in none before it. */
  readonly fromBlock: number
  /** The account that sends it. This and the next three: `null` until it is signed, or with a facilitator. */
  readonly relayer: Hex | null
  readonly relayerNonce: number | null
  readonly txHash: Hex | null
  /** What is sent; holds the signature, so a secret; `null` from a terminal state on. */
  readonly rawTx: Hex | null
  /** The transaction that moved the amount, whoever sent it; `null` while none is known. */
  readonly settledTx: Hex | null
  readonly settledBlock: number | null
  readonly settledAt: number | null
  /** JSON of the answer that is bought, kept before anything is sent and for some time after. */
  readonly body: string | null
  /** What the client was told; `null` when nothing yet. */
  readonly answer: PaymentAnswer | null
  readonly createdAt: number
  /** When more became known of the payment; who is at work on it does not count. */
  readonly updatedAt: number
}

export interface PaymentAnswer {
  readonly status: 200 | 502
  readonly transaction: Hex | null
  /** A code of x402; `null` when paid. */
  readonly reason: string | null
  readonly at: number
}

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
