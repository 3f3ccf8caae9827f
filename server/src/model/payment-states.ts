import type { PaymentState } from './payment.ts'

/**
 * The states of a payment that is not finished:
 *
 * - `claimed`: taken by a request; nothing exists yet that could be sent
 * - `signed`: the transaction is stored, or the facilitator about to be asked; it may have been sent
 * - `broadcast`: the chain's node took it
 * - `unconfirmed`: it was not mined in time, and the client was told so
 * - `unknown`: it cannot be determined whether the chain got it, and the client was answered so
 */
export const openStates = [
  'claimed',
  'signed',
  'broadcast',
  'unconfirmed',
  'unknown',
] as const satisfies readonly PaymentState[]

/** The open states in which the client was told nothing yet. */
export const unansweredStates = ['claimed', 'signed', 'broadcast'] as const satisfies readonly PaymentState[]

/**
 * The states that a payment ends in:
 *
 * - `confirmed`: the amount was moved
 * - `reverted`: the transaction was mined and moved nothing
 * - `void`: proven not to be made, now or ever
 */
export const terminalStates = ['confirmed', 'reverted', 'void'] as const satisfies readonly PaymentState[]

/** Every state, in the order in which a payment may pass through them. */
export const paymentStates: readonly PaymentState[] = [...openStates, ...terminalStates]

/** Whether a payment ends in this state. */
export function isTerminal(state: PaymentState): boolean {
  return terminalStates.some((terminal) => terminal === state)
}
