import { inspect } from 'node:util'
import type { Hex } from 'viem'
import { isTerminal } from '../../src/model/payment.ts'
import { transitions } from '../../src/payments/rules/transitions.ts'
import { type PaidHttpResponse, parseSettlement } from '../support/payments/clients.ts'
import type { Charge, Journal } from '../support/payments/evidence.ts'
import { priceBaseUnits } from '../support/payments/fixture.ts'
import type { SentRequest, SignedCredential } from './random-scenario-run.ts'

/** Everything that is known after a scenario. */
export interface Evidence {
  readonly requests: readonly SentRequest[]
  readonly charges: readonly Charge[]
  readonly journal: Journal
  /** The payee's balance. */
  readonly received: bigint
  readonly relayer: Hex
  /** The number of mined transactions of the relayer. */
  readonly relayed: number
}

/** The outcome of one credential. */
interface CredentialOutcome {
  readonly credential: SignedCredential
  readonly requests: readonly SentRequest[]
  readonly charge: Charge | undefined
  /** Whether our relayer made the charge. */
  readonly isOurs: boolean
  /** Whether a third party made it, before it was reserved. */
  readonly isForeign: boolean
  readonly payment: Journal['payments'][number] | undefined
  readonly isRefundDue: boolean
}

/** The invariants of each credential. */
const credentialInvariants: Readonly<Record<string, (facts: CredentialOutcome) => boolean>> = {
  '200 means charged, by the transaction that it names': ({ requests, charge }) =>
    settledResponses(requests).every(
      (response) => response.status !== 200 || parseSettlement(response).transaction === charge?.transaction,
    ),
  'a charge has a 200 response, or a refund due after a 502': ({
    requests,
    charge,
    isForeign,
    isRefundDue,
  }) => {
    const status = lastOf(requests)?.status
    return charge && !isForeign ? status === (isRefundDue ? 502 : 200) : status !== 200 && !isRefundDue
  },
  'a settled response stays the same': ({ requests }) =>
    new Set(settledResponses(requests).map((response) => JSON.stringify(response))).size <= 1,
  'a settled response is repeated': ({ requests }) => {
    const since = Math.min(...requests.filter(isSettled).map(({ to }) => to))
    return requests.every(
      (request) =>
        !request.isSameResource || request.from <= since || !request.response || isSettled(request),
    )
  },
  'there is no offer after a payment is reserved': ({ requests, payment }) =>
    !payment ||
    requests.every(
      ({ response, isSameResource, from }) =>
        !isSameResource || !response?.isPaymentRequired || from <= payment.createdAt,
    ),
  'no response reports our own charge as a used authorization': ({ requests, isOurs }) =>
    !isOurs ||
    requests.every(({ response, isSameResource }) => !isSameResource || !response?.body.includes('was used')),
  'every payment is in a terminal state, without its secrets': ({ payment }) =>
    !payment || (isTerminal(payment.state) && payment.authorization === null && payment.rawTx === null),
  'another resource is never returned': ({ requests }) =>
    requests.every(
      ({ isSameResource, response }) =>
        isSameResource || !response || (response.status !== 200 && response.paymentResponse === null),
    ),
  'the journal agrees with the chain': ({ charge, isForeign, payment }) =>
    payment
      ? (payment.state === 'confirmed') === (charge !== undefined) &&
        payment.settledTx === (charge?.transaction ?? null)
      : !charge || isForeign,
}

/** The invariants of the whole scenario. */
const globalInvariants: Readonly<
  Record<string, (evidence: Evidence, cases: readonly CredentialOutcome[]) => boolean>
> = {
  'every authorization is charged once at most, and its price': ({ charges, received }) =>
    new Set(charges.map(({ payer, nonce }) => `${payer} ${nonce}`)).size === charges.length &&
    charges.every(({ amount }) => amount === priceBaseUnits) &&
    received === priceBaseUnits * BigInt(charges.length),
  'every charge has a credential': ({ charges }, cases) =>
    cases.filter(({ charge }) => charge).length === charges.length,
  'a run of an official client is charged once at most': (_, cases) => {
    const clientRuns = cases.flatMap(({ credential, charge }) => (charge && credential.clientRun) ?? [])
    return new Set(clientRuns).size === clientRuns.length
  },
  'all clients get the same response': (_, cases) => {
    const responses = cases.flatMap(({ requests }) => settledResponses(requests))
    return new Set(responses.filter(({ status }) => status === 200).map(({ body }) => body)).size <= 1
  },
  'the nonces of the relayer have no gap, and all are mined': ({ journal, relayed }) =>
    journal.nextNonce === relayed &&
    journal.payments
      .flatMap(({ relayerNonce }) => relayerNonce ?? [])
      .sort((one, other) => one - other)
      .every((nonce, at, { length }) => nonce === at && length === relayed),
  'every payment follows the table of transitions': ({ journal }) =>
    journal.histories.every((history) =>
      history.every(({ from, to }, at) => from === (history[at - 1]?.to ?? null) && canFollow(from, to)),
    ),
}

type State = Journal['payments'][number]['state'] | 'dropped'

/** Whether the table of transitions leads from one state to another; an event may also record a lease in one state. */
function canFollow(from: State | null, to: State): boolean {
  if (from === null) return to === 'reserved'
  return from === to ? nextStates(to).length > 0 : nextStates(from).includes(to)
}

function nextStates(state: State): readonly State[] {
  if (state === 'dropped') return []
  return Object.values<{ readonly to: State }>(transitions[state]).map(({ to }) => to)
}

/** A settled response contains the outcome of the payment; all others mean that no payment was made. */
function isSettled({ isSameResource, response }: SentRequest): boolean {
  return isSameResource && response?.paymentResponse != null
}

function settledResponses(requests: readonly SentRequest[]): PaidHttpResponse[] {
  return requests.filter(isSettled).flatMap(({ response }) => response ?? [])
}

/** The final response to a credential. */
function lastOf(requests: readonly SentRequest[]): PaidHttpResponse | undefined {
  return requests.findLast(({ isSameResource }) => isSameResource)?.response
}

/** Every violated invariant, with the relevant facts. */
export function findViolations(evidence: Evidence): readonly string[] {
  const cases = outcomesByCredential(evidence)
  return [
    ...Object.entries(globalInvariants).flatMap(([rule, holds]) => (holds(evidence, cases) ? [] : rule)),
    ...Object.entries(credentialInvariants).flatMap(([rule, holds]) =>
      cases.filter((facts) => !holds(facts)).map((facts) => `${rule}\n${describe(evidence, facts)}`),
    ),
  ]
}

function outcomesByCredential({
  requests,
  charges,
  journal,
  relayer,
}: Evidence): readonly CredentialOutcome[] {
  const byCredential = Map.groupBy(requests, ({ credential }) => credential)
  return Array.from(byCredential, ([credential, ofCredential]) => {
    const { from, nonce } = credential.authorization
    const isOfCredential = (other: { payer: string; nonce: string }) =>
      other.payer === from && other.nonce === nonce
    const charge = charges.find(isOfCredential)
    const payment = journal.payments.find(isOfCredential)
    return {
      credential,
      requests: ofCredential,
      charge,
      isOurs: charge?.sender === relayer,
      isForeign: charge !== undefined && charge.sender !== relayer && !payment,
      payment,
      isRefundDue: payment !== undefined && journal.refundDue.has(payment.id),
    }
  })
}

function describe(
  { journal }: Evidence,
  { credential, requests, charge, payment }: CredentialOutcome,
): string {
  const history = journal.histories.find(([first]) => first?.paymentId === payment?.id)
  const sentRequests = requests.map(({ from, to, isSameResource, response }) => ({
    from,
    to,
    isRight: isSameResource,
    ...response,
  }))
  const facts = { nonce: credential.authorization.nonce, sentRequests, charge, payment, history }
  return inspect(facts, { depth: 4, breakLength: 200 })
}
