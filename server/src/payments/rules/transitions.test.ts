import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import {
  openStates,
  type Payment,
  paymentStates,
  terminalStates,
  unansweredStates,
} from '../../model/payment.ts'
import {
  answers,
  changeFor,
  charged,
  type DropIn,
  type OutcomeIn,
  outcomes,
  type RecordedOutcome,
  transitions,
} from './transitions.ts'

type State = keyof typeof transitions
type Kind = keyof typeof outcomes
interface Cell {
  readonly to: State | 'dropped'
  readonly answer: keyof typeof answers
}

const kinds = Object.keys(outcomes) as Kind[]
const rows: Readonly<Record<State, Partial<Record<Kind, Cell>>>> = transitions
const everyPair = paymentStates.flatMap((state) =>
  kinds.map((kind) => ({ state, kind, cell: rows[state][kind] })),
)
const possible = everyPair.flatMap(({ state, kind, cell }) => (cell ? [{ state, kind, ...cell }] : []))

const hash = `0x${'ab'.repeat(32)}` as const
const otherHash = `0x${'cd'.repeat(32)}` as const
const now = 1_700_000_000_000

/** Outcomes as the code reports them. */
const examples: { readonly [K in RecordedOutcome['kind']]: RecordedOutcome & { readonly kind: K } } = {
  'submission-recorded': { kind: 'submission-recorded', body: '{}', txHash: hash },
  'transaction-accepted': { kind: 'transaction-accepted' },
  'transfer-confirmed': { kind: 'transfer-confirmed', settledTx: otherHash, settledBlock: 7 },
  'transaction-reverted': { kind: 'transaction-reverted' },
  'confirmation-timeout': { kind: 'confirmation-timeout' },
  undetermined: { kind: 'undetermined' },
  'transfer-impossible': { kind: 'transfer-impossible' },
}

function isRecorded(kind: Kind): kind is RecordedOutcome['kind'] {
  return kind in examples
}

/** Calls `changeFor` as if the types allowed every pair. */
function change(state: State, outcome: RecordedOutcome, lateSettlement: 'deny' | 'deliver' = 'deny') {
  const payment = { state, txHash: hash, settledTx: null } as Payment & { readonly state: State }
  return changeFor(payment, outcome as never, { now, lateSettlement })
}

test.each(everyPair)(
  'a payment in the state $state changes by $kind as in the table, or not at all',
  (pair) => {
    const { state, kind, cell } = pair
    if (!isRecorded(kind)) return expect(cell?.to ?? 'dropped').toBe('dropped')
    if (!cell) return expect(() => change(state, examples[kind])).toThrow(`has no outcome ${kind}`)
    const { kind: _, ...facts } = examples[kind]
    expect(change(state, examples[kind])).toMatchObject({ ...facts, to: cell.to })
  },
)

test('an outcome that is impossible in a state is a type error', () => {
  const impossible = [
    // @ts-expect-error A reserved payment has no transaction.
    { kind: 'transaction-reverted' } satisfies OutcomeIn<'reserved'>,
    // @ts-expect-error A payment that was broadcast is not undetermined.
    { kind: 'undetermined' } satisfies OutcomeIn<'signed' | 'broadcast'>,
    // @ts-expect-error A confirmed payment has no outcome.
    { kind: 'transfer-confirmed', settledTx: hash, settledBlock: 1 } satisfies OutcomeIn<'confirmed'>,
    // @ts-expect-error A payment that was broadcast is not dropped.
    'transfer-rejected' satisfies DropIn<'broadcast'>,
  ]
  expect(impossible).toHaveLength(4)
})

test('every open state leads to a terminal state, and a terminal state has no outcomes', () => {
  for (const state of terminalStates) expect(rows[state]).toEqual({})
  for (const state of openStates) {
    const next = Object.values<Cell>(rows[state]).map(({ to }) => to)
    expect(next).toContain('confirmed')
  }
})

test('a payment is dropped only before anything can have been sent by the relayer', () => {
  const dropped = possible.filter(({ to }) => to === 'dropped')
  expect(new Set(dropped.map(({ state }) => state))).toEqual(new Set(['reserved', 'signed']))
  expect(dropped.filter(({ state }) => state === 'signed').map(({ kind }) => kind)).toEqual([
    'transfer-rejected',
  ])
})

test('a state without a response leads to one with a response, which later outcomes keep', () => {
  const isUnanswered = (state: string) => unansweredStates.some((unanswered) => unanswered === state)
  for (const { state, kind, to, answer } of possible) {
    if (to === 'dropped') continue
    const isAnswered = 'transaction' in answers[answer]
    if (isUnanswered(state))
      expect({ state, kind, isAnswered }).toEqual({ state, kind, isAnswered: !isUnanswered(to) })
    else expect({ state, kind, answer }).toMatchObject({ answer: to === 'confirmed' ? 'late' : 'unchanged' })
  }
})

test('a response of 200 is recorded for a confirmed payment alone, and names the transaction that made the transfer', () => {
  for (const { state, kind, to } of possible) {
    if (!isRecorded(kind)) continue
    const { answer } = change(state, examples[kind], 'deliver')
    expect(answer?.status === 200).toBe(to === 'confirmed')
    if (to === 'confirmed')
      expect(answer).toEqual({ status: 200, transaction: otherHash, reason: null, at: now })
  }
})

test('rule: 402 is for a refused transfer alone, 200 for what was delivered, 502 for what may be charged', () => {
  const statuses = Object.fromEntries(Object.entries(answers).map(([answer, { status }]) => [answer, status]))
  expect(statuses).toEqual({
    ...{ wait: null, absent: null, error: null, refused: 402, free: 200, paid: 200 },
    ...{ pending: 502, unknown: 502, failed: 502, unchanged: 502, late: 502 },
  })
})

test('a response of 502 names the transaction that was sent, or none when that is unknown', () => {
  expect(change('broadcast', examples['confirmation-timeout']).answer).toMatchObject({
    reason: 'settlement_pending',
    transaction: hash,
  })
  expect(change('signed', examples.undetermined).answer).toMatchObject({
    reason: 'unexpected_settle_error',
    transaction: null,
  })
  expect(change('broadcast', examples['transaction-reverted']).answer).toMatchObject({
    reason: 'invalid_exact_evm_transaction_failed',
    transaction: hash,
  })
})

test('a late confirmation changes the response only if late settlements are delivered', () => {
  for (const state of ['unconfirmed', 'unknown'] as const) {
    const settled = { to: 'confirmed', settledTx: otherHash, settledBlock: 7, settledAt: now }
    expect(change(state, examples['transfer-confirmed'], 'deny')).toEqual(settled)
    expect(change(state, examples['transfer-confirmed'], 'deliver').answer?.status).toBe(200)
  }
})

test('docs/payments.md has the states, the outcomes and the transitions', async () => {
  const page = await readFile(new URL('../../../../docs/payments.md', import.meta.url), 'utf8')
  for (const state of paymentStates)
    expect(page).toMatch(new RegExp(`^\\| ${state} \\|.*\\| ${charged[state]} \\|$`, 'm'))
  expect(page).toContain(outcomeTable)
  expect(page).toContain(transitionTable)
})

/** An answer in the words of the documentation. */
const answerTexts: Readonly<Record<keyof typeof answers, string>> = {
  wait: 'none yet: the request waits',
  absent: 'none: no request waits',
  error: 'the error',
  refused: '402 with the reason and a new offer',
  free: '200 without a receipt',
  paid: '200 with a receipt',
  pending: `502 \`${answers.pending.reason}\` with the transaction`,
  unknown: `502 \`${answers.unknown.reason}\``,
  failed: `502 \`${answers.failed.reason}\` with the transaction`,
  unchanged: 'the recorded 502',
  late: 'the recorded 502 (refund due); with `PAYMENT_LATE_SETTLEMENT=deliver` 200 with a receipt',
}

const outcomeTable = [
  '| Outcome | When | Recorded |',
  '|---|---|---|',
  ...Object.entries(outcomes).map(([kind, { when, records }]) => `| ${kind} | ${when} | ${records} |`),
].join('\n')

const transitionTable = [
  '| State | Outcome | Next state | Client is answered | Charged |',
  '|---|---|---|---|---|',
  ...possible.map(
    ({ state, kind, to, answer }) =>
      `| ${state} | ${kind} | ${to} | ${answerTexts[answer]} | ${charged[to]} |`,
  ),
].join('\n')
