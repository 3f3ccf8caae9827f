import type { Hex } from 'viem'
import type { Payment, PaymentChange, PaymentState, TransferAuthorization } from '../../model/payment.ts'

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
    when: 'the process that reserved the payment died',
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
    when: 'the transfer is on chain with enough confirmations, sent by any account; or the facilitator reports it, and there is no node that can be read',
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
    records: 'the response body, if the payment was reserved',
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

interface Transition {
  readonly to: NextState
  readonly answer: keyof typeof answers
}

/** Possible outcomes by state. A response of 200 or 502 is recorded, and repeated for the same credential. */
export const transitions = {
  reserved: {
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
  reserved: 'no',
  signed: 'maybe',
  broadcast: 'maybe',
  unconfirmed: 'maybe',
  unknown: 'maybe',
  confirmed: 'yes',
  reverted: 'no',
  void: 'no',
  dropped: 'no',
} as const satisfies Record<NextState, 'no' | 'maybe' | 'yes'>

/** x402 code. */
export type UnconfirmedReason =
  | 'settlement_pending'
  | 'unexpected_settle_error'
  | 'invalid_exact_evm_transaction_failed'

/** All other outcomes drop the payment. */
export type RecordedOutcome =
  | ({ readonly kind: 'submission-recorded'; readonly body: string } & Partial<SignedTransfer>)
  | { readonly kind: 'transaction-accepted'; readonly txHash?: Hex }
  | {
      readonly kind: 'transfer-confirmed'
      readonly settledTx: Hex
      /** `null`: reported by a facilitator. */
      readonly settledBlock: number | null
      readonly body?: string
    }
  | { readonly kind: 'undetermined'; readonly body?: string }
  | { readonly kind: 'transaction-reverted' | 'confirmation-timeout' | 'transfer-impossible' }

interface SignedTransfer {
  readonly relayer: Hex
  readonly relayerNonce: number
  readonly txHash: Hex
  readonly rawTx: Hex
}

type DropKind = Exclude<keyof typeof outcomes, RecordedOutcome['kind']>

/** Possible in every one of the states `S`. */
type KindIn<S extends PaymentState> = keyof (typeof transitions)[S]

export type OutcomeIn<S extends PaymentState> = RecordedOutcome & { readonly kind: KindIn<S> }
export type DropIn<S extends PaymentState> = DropKind & KindIn<S>

export type StateAfter<S extends PaymentState, Kind extends PropertyKey> = (typeof transitions)[S] extends {
  readonly [K in Kind]: { readonly to: infer To extends PaymentState }
}
  ? To
  : never

/** `block` is `null` if only a facilitator reports the transfer. */
export function transferConfirmed({ hash, block }: { readonly hash: Hex; readonly block: number | null }) {
  return { kind: 'transfer-confirmed', settledTx: hash, settledBlock: block } as const
}

export function changeFor<S extends PaymentState>(
  payment: Payment & { readonly state: S },
  { kind, ...facts }: OutcomeIn<S>,
  { now, lateSettlement }: { readonly now: number; readonly lateSettlement: 'deny' | 'deliver' },
): PaymentChange & { readonly to: PaymentState } {
  const row: Partial<Record<string, Transition>> = transitions[payment.state]
  const transition = row[kind]
  if (!transition || transition.to === 'dropped')
    throw new Error(`A payment in the state ${payment.state} has no outcome ${kind}.`)
  const change: PaymentChange = { ...facts, to: transition.to }
  const settled = change.settledTx !== undefined && { settledAt: now }
  const answer = answerFor(transition.answer, lateSettlement, { ...payment, ...change }, now)
  return { ...change, ...settled, ...(answer && { answer }) }
}

/** Undefined: the recorded response stays, or none is due yet. */
function answerFor(
  name: keyof typeof answers,
  lateSettlement: 'deny' | 'deliver',
  payment: Pick<Payment, 'settledTx' | 'txHash'>,
  at: number,
): Payment['answer'] | undefined {
  const answer = answers[name === 'late' && lateSettlement === 'deliver' ? 'paid' : name]
  if (!('transaction' in answer)) return undefined
  const { status, reason, transaction } = answer
  return { status, reason, transaction: transaction && payment[transaction], at }
}

/** Kept until a terminal state. */
export function authorizationOf({ id, authorization }: Payment): TransferAuthorization {
  if (authorization) return authorization
  throw new Error(`Payment ${id} has no authorization any more.`)
}

/** Kept from `signed` until a terminal state. */
export function signedTransactionOf({ id, txHash, rawTx }: Payment): {
  readonly txHash: Hex
  readonly rawTx: Hex
} {
  if (txHash !== null && rawTx !== null) return { txHash, rawTx }
  throw new Error(`Payment ${id} has no transaction.`)
}
