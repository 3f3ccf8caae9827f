import { inspect } from 'node:util'
import type { Hex } from 'viem'
import { transitions } from '../../src/core/payments/transitions.ts'
import { isTerminal } from '../../src/model/payment-states.ts'
import { type PaidHttpResponse, parseSettlement } from '../support/payment-clients.ts'
import { priceBaseUnits } from '../support/payment-fixture.ts'
import type { Charge, Journal } from './random-evidence.ts'
import type { SentRequest, SignedProof } from './random-scenario-run.ts'

/** All that is known when a story is over. */
export interface Evidence {
  readonly asks: readonly SentRequest[]
  readonly charges: readonly Charge[]
  readonly journal: Journal
  /** What the payee has. */
  readonly received: bigint
  readonly relayer: Hex
  /** How many transactions of the relayer are mined. */
  readonly relayed: number
}

/** What became of one proof. */
interface ProofOutcome {
  readonly proof: SignedProof
  readonly asks: readonly SentRequest[]
  readonly charge: Charge | undefined
  /** Whether our relayer made the charge. */
  readonly isOurs: boolean
  /** Whether somebody else made it, and was faster than the claim. */
  readonly isForeign: boolean
  readonly payment: Journal['payments'][number] | undefined
  readonly isRefundDue: boolean
}

/** What must hold for each proof. */
const proofInvariants: Readonly<Record<string, (facts: ProofOutcome) => boolean>> = {
  '200 means charged, by the transaction that it names': ({ asks, charge }) =>
    settledIn(asks).every(
      (answer) => answer.status !== 200 || parseSettlement(answer).transaction === charge?.transaction,
    ),
  'what was charged is answered by 200, or has a refund due after a 502': ({
    asks,
    charge,
    isForeign,
    isRefundDue,
  }) => {
    const status = lastOf(asks)?.status
    return charge && !isForeign ? status === (isRefundDue ? 502 : 200) : status !== 200 && !isRefundDue
  },
  'an answer stays the same': ({ asks }) =>
    new Set(settledIn(asks).map((answer) => JSON.stringify(answer))).size <= 1,
  'an answer that was given is given again': ({ asks }) => {
    const since = Math.min(...asks.filter(isSettled).map(({ to }) => to))
    return asks.every((ask) => !ask.isRight || ask.from <= since || !ask.answer || isSettled(ask))
  },
  'nothing is offered once a payment is claimed that goes on': ({ asks, payment }) =>
    !payment ||
    asks.every(
      ({ answer, isRight, from }) => !isRight || !answer?.isPaymentRequired || from <= payment.createdAt,
    ),
  'nobody hears that we have used what they signed': ({ asks, isOurs }) =>
    !isOurs || asks.every(({ answer, isRight }) => !isRight || !answer?.body.includes('was used')),
  'no payment is left open, and none keeps its secrets when it has ended': ({ payment }) =>
    !payment || (isTerminal(payment.state) && payment.authorization === null && payment.rawTx === null),
  'another question gets nothing': ({ asks }) =>
    asks.every(
      ({ isRight, answer }) =>
        isRight || !answer || (answer.status !== 200 && answer.paymentResponse === null),
    ),
  'the journal says of each payment what the chain says': ({ charge, isForeign, payment }) =>
    payment
      ? (payment.state === 'confirmed') === (charge !== undefined) &&
        payment.settledTx === (charge?.transaction ?? null)
      : !charge || isForeign,
}

/** What must hold as a whole. */
const globalInvariants: Readonly<
  Record<string, (evidence: Evidence, cases: readonly ProofOutcome[]) => boolean>
> = {
  'every authorization is charged once at most, and its price': ({ charges, received }) =>
    new Set(charges.map(({ payer, nonce }) => `${payer} ${nonce}`)).size === charges.length &&
    charges.every(({ amount }) => amount === priceBaseUnits) &&
    received === priceBaseUnits * BigInt(charges.length),
  'nobody is charged who has not signed': ({ charges }, cases) =>
    cases.filter(({ charge }) => charge).length === charges.length,
  'an official client is charged once at most for what it asks': (_, cases) => {
    const visits = cases.flatMap(({ proof, charge }) => (charge && proof.visit) ?? [])
    return new Set(visits).size === visits.length
  },
  'everybody buys the same answer': (_, cases) => {
    const answers = cases.flatMap(({ asks }) => settledIn(asks))
    return new Set(answers.filter(({ status }) => status === 200).map(({ body }) => body)).size <= 1
  },
  'the nonces of the relayer have no hole, and all are mined': ({ journal, relayed }) =>
    journal.nextNonce === relayed &&
    journal.payments
      .flatMap(({ relayerNonce }) => relayerNonce ?? [])
      .sort((one, other) => one - other)
      .every((nonce, at, { length }) => nonce === at && length === relayed),
  'every payment goes from state to state as it may': ({ journal }) =>
    journal.histories.every((history) =>
      history.every(({ from, to }, at) => from === (history[at - 1]?.to ?? null) && canFollow(from, to)),
    ),
}

type State = Journal['payments'][number]['state'] | 'dropped'

/** Whether the table of transitions leads from one state to another; an event may also record a lease in one state. */
function canFollow(from: State | null, to: State): boolean {
  if (from === null) return to === 'claimed'
  return from === to ? nextStates(to).length > 0 : nextStates(from).includes(to)
}

function nextStates(state: State): readonly State[] {
  if (state === 'dropped') return []
  return Object.values<{ readonly to: State }>(transitions[state]).map(({ to }) => to)
}

/** A settled answer says what became of the payment; all others say that nothing was begun. */
function isSettled({ isRight, answer }: SentRequest): boolean {
  return isRight && answer?.paymentResponse != null
}

function settledIn(asks: readonly SentRequest[]): PaidHttpResponse[] {
  return asks.filter(isSettled).flatMap(({ answer }) => answer ?? [])
}

/** What a proof is answered when all is over. */
function lastOf(asks: readonly SentRequest[]): PaidHttpResponse | undefined {
  return asks.findLast(({ isRight }) => isRight)?.answer
}

/** Everything that is not as it must be, with what is known of it. */
export function findViolations(evidence: Evidence): readonly string[] {
  const cases = outcomesByProof(evidence)
  return [
    ...Object.entries(globalInvariants).flatMap(([rule, holds]) => (holds(evidence, cases) ? [] : rule)),
    ...Object.entries(proofInvariants).flatMap(([rule, holds]) =>
      cases.filter((facts) => !holds(facts)).map((facts) => `${rule}\n${describe(evidence, facts)}`),
    ),
  ]
}

function outcomesByProof({ asks, charges, journal, relayer }: Evidence): readonly ProofOutcome[] {
  const byProof = Map.groupBy(asks, ({ proof }) => proof)
  return Array.from(byProof, ([proof, ofProof]) => {
    const { from, nonce } = proof.authorization
    const isOfProof = (other: { payer: string; nonce: string }) =>
      other.payer === from && other.nonce === nonce
    const charge = charges.find(isOfProof)
    const payment = journal.payments.find(isOfProof)
    return {
      proof,
      asks: ofProof,
      charge,
      isOurs: charge?.sender === relayer,
      isForeign: charge !== undefined && charge.sender !== relayer && !payment,
      payment,
      isRefundDue: payment !== undefined && journal.refundDue.has(payment.id),
    }
  })
}

function describe({ journal }: Evidence, { proof, asks, charge, payment }: ProofOutcome): string {
  const history = journal.histories.find(([first]) => first?.paymentId === payment?.id)
  const told = asks.map(({ from, to, isRight, answer }) => ({ from, to, isRight, ...answer }))
  const facts = { nonce: proof.authorization.nonce, told, charge, payment, history }
  return inspect(facts, { depth: 4, breakLength: 200 })
}
