import { countPaymentsByState } from '../../core/payments/list.ts'
import { command, flag } from '../command.ts'
import { printRecord } from '../print.ts'
import { withContext } from '../with-context.ts'

export const paymentsCount = command({
  name: 'payments count',
  summary: 'count payments by state, and those that are owed',
  options: { json: flag },
  run: async ({ options }) => printRecord(await withContext(countPaymentsByState), options.json),
})
