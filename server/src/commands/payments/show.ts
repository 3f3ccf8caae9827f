import { paymentHistory, requirePayment } from '../../core/payments/list.ts'
import { command, flag } from '../command.ts'
import { printRecord, printTable } from '../print.ts'
import { withContext } from '../with-context.ts'
import { formatTime, toPaymentDetails } from './row-of.ts'

export const paymentsShow = command({
  name: 'payments show',
  summary: 'show a payment and everything that happened to it',
  operands: ['id'],
  options: { json: flag },
  run: async ({ operands: [id], options }) => {
    const { payment, events } = await withContext(async (context) => ({
      payment: await requirePayment(context, id),
      events: await paymentHistory(context, id),
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
