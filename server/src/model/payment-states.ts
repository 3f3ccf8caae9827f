import type { PaymentState } from './payment.ts'

/**
 * The states of a payment that is not finished:
 *
 * - `claimed`: reserved by a request; no transaction exists yet
 * - `signed`: the transaction is stored, or the facilitator about to be called; it may have been sent
 * - `broadcast`: the RPC accepted it
 * - `unconfirmed`: it was not mined in time, and the client got 502
 * - `unknown`: it cannot be determined whether it was sent, and the client got 502
 */
export const openStates = [
  'claimed',
  'signed',
  'broadcast',
  'unconfirmed',
  'unknown',
] as const satisfies readonly PaymentState[]

/** The open states in which the client has no response yet. */
export const unansweredStates = ['claimed', 'signed', 'broadcast'] as const satisfies readonly PaymentState[]

/**
 * The terminal states of a payment:
 *
 * - `confirmed`: the amount was moved
 * - `reverted`: the transaction was mined and moved nothing
 * - `void`: certainly not made, now or ever
 */
export const terminalStates = ['confirmed', 'reverted', 'void'] as const satisfies readonly PaymentState[]

/** Every state, in the order in which a payment may pass through them. */
export const paymentStates: readonly PaymentState[] = [...openStates, ...terminalStates]

/** Whether a state is terminal. */
export function isTerminal(state: PaymentState): boolean {
  return terminalStates.some((terminal) => terminal === state)
}
