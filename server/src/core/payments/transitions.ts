import type { PaymentState } from '../../model/payment.ts'
import type { UnconfirmedReason } from './paid-response.ts'

/** What each outcome records. */
export const outcomes = {
  'request-failed': {
    when: 'the paid request fails',
    records: 'nothing; the row is deleted',
  },
  'nothing-to-charge': {
    when: 'the paid request finds nothing worth its price',
    records: 'nothing; the row is deleted',
  },
  'preparation-failed': {
    when: 'the transaction cannot be prepared: no RPC, or the payer is blocked after failed transfers',
    records: 'nothing; the row is deleted',
  },
  'lease-expired': {
    when: 'the process that claimed the payment died',
    records: 'nothing; the row is deleted',
  },
  'transfer-rejected': {
    when: 'the transfer would revert, or the facilitator refuses it before sending; no other account has made it',
    records: 'the reason, if the payment was signed; the row is deleted',
  },
  'submission-recorded': {
    when: 'the transaction is signed, or the facilitator is about to be called',
    records: 'the response body; of a relayer also its nonce and the signed transaction',
  },
  'transaction-accepted': {
    when: 'the node or the facilitator accepts the transaction',
    records: 'the hash, from a facilitator',
  },
  'transfer-confirmed': {
    when: 'the transfer is on chain with enough confirmations, sent by any account; or the facilitator reports it',
    records: 'the transaction that made it, its block and the time',
  },
  'transaction-reverted': {
    when: 'the transaction is mined and reverted, and no other account has made the transfer',
    records: 'nothing more',
  },
  'confirmation-timeout': {
    when: 'time is up; the transaction was sent and is not confirmed',
    records: 'nothing more',
  },
  undetermined: {
    when: 'time is up; it cannot be determined whether the transfer was made or sent',
    records: 'the response body, if the payment was claimed',
  },
  'transfer-impossible': {
    when: 'another transaction used the relayer nonce, or the authorization is used up or expired; the transfer is not on chain',
    records: 'nothing more',
  },
} as const

/** `transaction`: its hash is included if recorded. */
interface ClientAnswer {
  readonly status: 200 | 402 | 502 | null
  readonly reason: UnconfirmedReason | null
  readonly transaction?: 'settledTx' | 'txHash' | null
}

export const answers = {
  /** The request waits. */
  wait: { status: null, reason: null },
  /** No request waits. */
  absent: { status: null, reason: null },
  error: { status: null, reason: null },
  /** The reason, and a new offer. */
  refused: { status: 402, reason: null },
  /** Without a receipt. */
  free: { status: 200, reason: null },
  paid: { status: 200, reason: null, transaction: 'settledTx' },
  pending: { status: 502, reason: 'settlement_pending', transaction: 'txHash' },
  unknown: { status: 502, reason: 'unexpected_settle_error', transaction: null },
  failed: { status: 502, reason: 'invalid_exact_evm_transaction_failed', transaction: 'txHash' },
  /** The recorded 502. */
  unchanged: { status: 502, reason: null },
  /** The recorded 502, or `paid` if late settlements are delivered. */
  late: { status: 502, reason: null },
} as const satisfies Record<string, ClientAnswer>

/** `dropped`: the row is deleted, and the authorization reusable. */
type NextState = PaymentState | 'dropped'

export interface Transition {
  readonly to: NextState
  readonly answer: keyof typeof answers
}

/** Possible outcomes by state. A response of 200 or 502 is recorded, and repeated for the same credential. */
export const transitions = {
  claimed: {
    'request-failed': { to: 'dropped', answer: 'error' },
    'nothing-to-charge': { to: 'dropped', answer: 'free' },
    'preparation-failed': { to: 'dropped', answer: 'error' },
    'lease-expired': { to: 'dropped', answer: 'absent' },
    'transfer-rejected': { to: 'dropped', answer: 'refused' },
    'submission-recorded': { to: 'signed', answer: 'wait' },
    'transfer-confirmed': { to: 'confirmed', answer: 'paid' },
    undetermined: { to: 'unknown', answer: 'unknown' },
  },
  signed: {
    'transfer-rejected': { to: 'dropped', answer: 'refused' },
    'transaction-accepted': { to: 'broadcast', answer: 'wait' },
    'transfer-confirmed': { to: 'confirmed', answer: 'paid' },
    'transaction-reverted': { to: 'reverted', answer: 'failed' },
    'confirmation-timeout': { to: 'unconfirmed', answer: 'pending' },
    undetermined: { to: 'unknown', answer: 'unknown' },
  },
  broadcast: {
    'transfer-confirmed': { to: 'confirmed', answer: 'paid' },
    'transaction-reverted': { to: 'reverted', answer: 'failed' },
    'confirmation-timeout': { to: 'unconfirmed', answer: 'pending' },
  },
  unconfirmed: {
    'transfer-confirmed': { to: 'confirmed', answer: 'late' },
    'transaction-reverted': { to: 'reverted', answer: 'unchanged' },
    'transfer-impossible': { to: 'void', answer: 'unchanged' },
  },
  unknown: {
    'transfer-confirmed': { to: 'confirmed', answer: 'late' },
    'transaction-reverted': { to: 'reverted', answer: 'unchanged' },
    'transfer-impossible': { to: 'void', answer: 'unchanged' },
  },
  confirmed: {},
  reverted: {},
  void: {},
} as const satisfies Record<PaymentState, Partial<Record<keyof typeof outcomes, Transition>>>

/** `maybe` while the transfer may still be made. */
export const charged = {
  claimed: 'no',
  signed: 'maybe',
  broadcast: 'maybe',
  unconfirmed: 'maybe',
  unknown: 'maybe',
  confirmed: 'yes',
  reverted: 'no',
  void: 'no',
  dropped: 'no',
} as const satisfies Record<NextState, 'no' | 'maybe' | 'yes'>
