import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type PaymentChange, paymentStates } from '../../src/model/payment.ts'
import { openStore, type Store } from '../../src/store/store.ts'
import {
  addPayment,
  addPaymentIn,
  type LeasedPayment,
  newAuthorization,
  newTransaction,
  transition,
} from '../support/databases/payment-entities.ts'
import { createFolder } from '../support/folders.ts'
import { runCommand } from '../support/service/command.ts'
import { testEnvironment } from '../support/service/service.ts'

interface ListedPayment {
  readonly id: string
  readonly state: string
}

type Outcome = Omit<PaymentChange, 'to'>

const body = JSON.stringify({ secret: 'what was bought' })
const at = Date.UTC(2026, 0, 2)
const failedOutcome: Outcome = {
  answer: { status: 502, transaction: null, reason: 'settlement_pending', at },
}
const paidOutcome: Outcome = { answer: { status: 200, transaction: null, reason: null, at } }
const settled = newTransaction(0).txHash

/** One payment in every state, and a second confirmed one with a refund due, oldest first. */
const samplePayments = [
  ...paymentStates.map((state) => [state, state === 'confirmed' ? paidOutcome : failedOutcome] as const),
  ['confirmed', { ...failedOutcome, settledTx: settled, settledBlock: 9, settledAt: at + 1_000 }] as const,
]

let folder: string
const payments: LeasedPayment[] = []
const secrets: string[] = [body]
beforeAll(async () => {
  folder = await createFolder('payments')
  const store = await openStore({ url: `sqlite:${join(folder, 'byname.db')}` })
  for (const [number, [state, outcome]] of samplePayments.entries())
    payments.push(await createPayment(store, number, state, outcome))
  await store.close()
})
afterAll(() => rm(folder, { recursive: true }))

async function createPayment(
  store: Store,
  number: number,
  state: LeasedPayment['state'],
  outcome: Outcome,
): Promise<LeasedPayment> {
  const authorization = newAuthorization()
  const transaction = newTransaction(number)
  secrets.push(authorization.signature, transaction.rawTx)
  const reserved = { authorization, createdAt: at + number }
  if (state === 'reserved') return addPayment(store, reserved)
  const signed = await addPaymentIn(store, 'signed', { reserved, fields: { ...transaction, body } })
  if (state === 'signed') return signed
  const ended = await transition(store, signed, { to: state, ...outcome }, at + number)
  if (!ended) throw new Error('The payment has moved on.')
  return { ...ended, leaseOwner: signed.leaseOwner }
}

/** The output of all commands. */
let printed = ''

async function runPayments(...args: readonly string[]) {
  const outcome = await runCommand(['payments', ...args], testEnvironment(folder, undefined))
  printed += outcome.output + outcome.errors
  return outcome
}

async function json<Result>(...args: readonly string[]): Promise<Result> {
  const { output, errors, code } = await runPayments(...args, '--json')
  expect({ code, errors }).toEqual({ code: 0, errors: '' })
  return JSON.parse(output)
}

async function list(...args: readonly string[]) {
  return (await json<readonly ListedPayment[]>('list', ...args)).map(({ id }) => id)
}

function idsOf(listed: readonly LeasedPayment[]) {
  return listed.map(({ id }) => id).reverse()
}

function refundDuePayments() {
  return payments.slice(-1)
}

it('rule: payments are listed newest first, up to the given number', async () => {
  const [all, two] = await Promise.all([list(), list('--limit', '2')])
  expect(all).toEqual(idsOf(payments))
  expect(two).toEqual(idsOf(payments.slice(-2)))
})

it('rule: payments list shows the payments in one state, or those with a refund due', async () => {
  const states = ['unknown', 'confirmed']
  const listed = await Promise.all([...states.map((state) => list('--state', state)), list('--refund-due')])
  const ofEach = states.map((state) => idsOf(payments.filter((payment) => payment.state === state)))
  expect(listed).toEqual([...ofEach, idsOf(refundDuePayments())])
})

it('rule: without --json, a list has a line a payment, with whether a refund is due', async () => {
  const { output, code } = await runPayments('list')
  const [titles = '', first = '', ...rest] = output.trimEnd().split('\n')
  expect([code, rest.length]).toEqual([0, payments.length - 1])
  expect(titles.split(/ +/)).toContain('refundDue')
  for (const cell of [...idsOf(refundDuePayments()), 'confirmed', '502', 'true', settled])
    expect(first.split(/ +/)).toContain(cell)
})

it('rule: payments count shows a number for each state and for the refunds due', async () => {
  const each = Object.fromEntries(paymentStates.map((state) => [state, 1]))
  expect(await json('count')).toEqual({ ...each, confirmed: 2, refundDue: 1 })
})

it('rule: payments show prints the ids and the history of one payment', async () => {
  const [payment] = refundDuePayments()
  expect(await json('show', payment?.id ?? '')).toMatchObject({
    id: payment?.id,
    state: 'confirmed',
    refundDue: true,
    reason: 'settlement_pending',
    amount: '5000',
    payer: payment?.payer,
    nonce: payment?.nonce,
    transaction: settled,
    settledAt: '2026-01-02T00:00:01.000Z',
    events: [
      { from: null, to: 'reserved' },
      { from: 'reserved', to: 'signed' },
      { from: 'signed', to: 'confirmed' },
    ],
  })
})

it.each([
  [['show', '01997a4e-6f3c-7c1e-9d6b-0d6d8a3f2b10'], 1, /There is no payment 01997a4e/],
  [['show', 'nonsense'], 1, /There is no payment nonsense/],
  [['show'], 2, /Usage: byname payments show <id>/],
  [['list', '--state', 'paid'], 1, /"paid" is not one of reserved, signed, .*void/],
  [['list', '--limit', '0'], 1, /"0" is not a number/],
])('rule: %j exits with %s and the reason', async (args, code, reason) => {
  expect(await runPayments(...args)).toMatchObject({
    code,
    output: '',
    errors: expect.stringMatching(reason),
  })
})

it('rule: no command shows an authorization or a purchased response', async () => {
  const [signed] = payments.filter(({ rawTx }) => rawTx !== null)
  const id = signed?.id ?? ''
  for (const options of [[], ['--json']]) await runPayments('show', id, ...options)
  for (const { id } of payments) expect(printed).toContain(id)
  for (const secret of secrets) expect(printed).not.toContain(secret)
})
