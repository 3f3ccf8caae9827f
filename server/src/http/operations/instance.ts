import { z } from 'zod'
import { checkSigners } from '../../core/health/check-signers.ts'
import { listPaymentPage } from '../../core/payments/list-page.ts'
import { operation } from '../operation.ts'
import { paymentPageAnswer, paymentState, signerChecksAnswer } from '../schema/instance.ts'
import { cursor } from '../schema/name-list.ts'
import { integer, optionalWithDefault, queryBoolean } from '../schema/primitives.ts'

const tag = 'Byname'

const signers = operation({
  summary: 'Check the signers of all resolvers',
  description: 'Asks each contract now, with one call to the RPC of each chain.',
  auth: 'admin',
  loadClass: 'outbound',
  errors: [],
  handle: ({ context }) => checkSigners(context),
  mounts: [
    {
      method: 'GET',
      url: '/byname/v1/resolvers/signers',
      id: 'bynameCheckSigners',
      tag,
      answer: signerChecksAnswer,
    },
  ],
})

const payments = operation({
  summary: 'List the payments',
  description: 'The newest first.',
  auth: 'admin',
  loadClass: 'listing',
  query: z.object({
    state: paymentState.optional().meta({ description: 'Only payments in this state.' }),
    refundDue: queryBoolean
      .prefault(false)
      .meta({ description: 'Only payments that were charged although their client got 502.' }),
    after: cursor.optional().meta({
      description: '`next` of the previous page; absent for the first.',
      example: 'WyI0bXR4R1lMNmpSUWciLDAsMjBd',
    }),
    limit: optionalWithDefault(integer(1, 100), 20).meta({ description: 'Payments of a page.', example: 20 }),
  }),
  errors: listPaymentPage.errors,
  handle: ({ context, query: { refundDue, ...query } }) =>
    listPaymentPage(context, { ...query, state: query.state, after: query.after, isRefundDue: refundDue }),
  mounts: [
    {
      method: 'GET',
      url: '/byname/v1/payments',
      id: 'bynameListPayments',
      tag,
      answer: paymentPageAnswer,
    },
  ],
})

export const instance = [signers, payments].flat()
