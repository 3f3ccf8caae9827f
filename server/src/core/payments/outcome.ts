import type { Hex } from 'viem'
import type { Payment, PaymentState } from '../../model/payment.ts'
import type { TransferAuthorization } from '../../payments/authorization.ts'
import type { PaymentChange } from '../../store/payments/transitions.ts'
import { answers, type outcomes, type Transition, transitions } from './transitions.ts'

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
