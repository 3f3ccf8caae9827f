import { type Payment, paymentStates } from '../model/payment.ts'
import {
  type Command,
  command,
  defaulted,
  flag,
  optional,
  parseChoice,
  parseCount,
  printRecord,
  printTable,
  withContext,
} from './shared.ts'

const paymentsList = command({
  name: 'payments list',
  summary: 'list payments, newest first: all, those in a state, or those with a refund due',
  options: { state: optional('state'), 'refund-due': flag, limit: defaulted('number', '50'), json: flag },
  run: async ({ options }) => {
    const filter = {
      state: options.state === undefined ? undefined : parseChoice(options.state, paymentStates),
      isRefundDue: options['refund-due'],
      limit: parseCount(options.limit),
    }
    printTable(
      (await withContext(({ payments }) => payments.journal.list(filter))).items.map(toPaymentRow),
      options.json,
    )
  },
})

const paymentsShow = command({
  name: 'payments show',
  summary: 'show a payment and its history',
  operands: ['id'],
  options: { json: flag },
  run: async ({ operands: [id], options }) => {
    const { payment, events } = await withContext(async ({ payments: { journal } }) => ({
      payment: await journal.require(id),
      events: await journal.history(id),
    }))
    const history = events.map(({ from, to, detail, createdAt }) => ({
      at: formatTime(createdAt),
      from,
      to,
      detail: JSON.stringify(detail),
    }))
    if (options.json) return printRecord({ ...toPaymentDetails(payment), events: history }, true)
    printRecord(toPaymentDetails(payment), false)
    printTable(history, false)
  },
})

const paymentsCount = command({
  name: 'payments count',
  summary: 'count payments by state, and those with a refund due',
  options: { json: flag },
  run: async ({ options }) =>
    printRecord(await withContext(({ payments }) => payments.journal.countByState()), options.json),
})

/** Without the authorization. */
function toPaymentRow(payment: Payment) {
  return {
    id: payment.id,
    state: payment.state,
    answer: payment.answer?.status ?? null,
    refundDue: payment.state === 'confirmed' && payment.answer?.status === 502,
    payer: payment.payer,
    amount: payment.amount.toString(),
    transaction: payment.settledTx ?? payment.txHash,
    createdAt: formatTime(payment.createdAt),
    settledAt: payment.settledAt === null ? null : formatTime(payment.settledAt),
  }
}

function toPaymentDetails(payment: Payment) {
  return {
    ...toPaymentRow(payment),
    reason: payment.answer?.reason ?? null,
    chainId: payment.chainId,
    asset: payment.asset,
    payTo: payment.payTo,
    nonce: payment.nonce,
    validBefore: payment.validBefore.toString(),
    protocol: payment.protocol,
    challengeId: payment.challengeId,
    requestHash: payment.requestHash,
    backend: payment.backend,
    relayer: payment.relayer,
    relayerNonce: payment.relayerNonce,
    settledBlock: payment.settledBlock,
  }
}

function formatTime(time: number): string {
  return new Date(time).toISOString()
}

export const paymentCommands: readonly Command[] = [paymentsList, paymentsShow, paymentsCount]
