import { listPayments } from '../../core/payments/list.ts'
import { paymentStates } from '../../store/payment-states.ts'
import { command, defaulted, flag, optional } from '../command.ts'
import { printAll } from '../print.ts'
import { readCount, readWord } from '../read-option.ts'
import { withContext } from '../with-context.ts'
import { rowOf } from './row-of.ts'

export const paymentsList = command({
  name: 'payments list',
  summary: 'list payments, newest first: all, those in a state, or those charged without an answer (owed)',
  options: { state: optional('state'), owed: flag, limit: defaulted('number', '50'), json: flag },
  run: async ({ options }) => {
    const wanted = {
      state: options.state === undefined ? undefined : readWord(options.state, paymentStates),
      isOwed: options.owed,
      limit: readCount(options.limit),
    }
    printAll((await withContext((context) => listPayments(context, wanted))).map(rowOf), options.json)
  },
})
