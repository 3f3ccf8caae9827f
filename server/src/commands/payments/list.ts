import { listPayments } from '../../core/payments/list.ts'
import { paymentStates } from '../../model/payment-states.ts'
import { command, defaulted, flag, optional } from '../command.ts'
import { printTable } from '../print.ts'
import { parseChoice, parseCount } from '../read-option.ts'
import { withContext } from '../with-context.ts'
import { toPaymentRow } from './row-of.ts'

export const paymentsList = command({
  name: 'payments list',
  summary: 'list payments, newest first: all, those in a state, or those charged without an answer (owed)',
  options: { state: optional('state'), owed: flag, limit: defaulted('number', '50'), json: flag },
  run: async ({ options }) => {
    const filter = {
      state: options.state === undefined ? undefined : parseChoice(options.state, paymentStates),
      isRefundDue: options.owed,
      limit: parseCount(options.limit),
    }
    printTable(
      (await withContext((context) => listPayments(context, filter))).map(toPaymentRow),
      options.json,
    )
  },
})
