import type { PaymentState } from './payment.ts'

/**
 * States of an unfinished payment:
 * - `claimed`: no transaction exists
 * - `signed`: stored, or the facilitator is about to be called; may be sent
 * - `broadcast`: the RPC accepted it
 * - `unconfirmed`: not mined in time; the client got 502
 * - `unknown`: possibly sent; the client got 502
 */
export const openStates = [
  'claimed',
  'signed',
  'broadcast',
  'unconfirmed',
  'unknown',
] as const satisfies readonly PaymentState[]

export const unansweredStates = ['claimed', 'signed', 'broadcast'] as const satisfies readonly PaymentState[]

/**
 * - `confirmed`: the amount was moved
 * - `reverted`: mined, moved nothing
 * - `void`: never moves anything
 */
export const terminalStates = ['confirmed', 'reverted', 'void'] as const satisfies readonly PaymentState[]

/** In possible order. */
export const paymentStates: readonly PaymentState[] = [...openStates, ...terminalStates]

export function isTerminal(state: PaymentState): boolean {
  return terminalStates.some((terminal) => terminal === state)
}
