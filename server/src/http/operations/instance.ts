import { z } from 'zod'
import { searchInstanceDomains } from '../../core/domains/search.ts'
import { listSignerChecks } from '../../core/health/check-signers.ts'
import { readStorage } from '../../core/instance/read-storage.ts'
import { listPaymentPage } from '../../core/payments/list-page.ts'
import { operation } from '../operation.ts'
import { administrators } from '../operation-auth.ts'
import { healthAnswer } from '../schema/health.ts'
import { paymentPageAnswer, paymentState, signerChecksAnswer } from '../schema/instance.ts'
import { instanceDomainsAnswer } from '../schema/instance-domain.ts'
import { instanceStateAnswer } from '../schema/instance-state.ts'
import { listQuery } from '../schema/list.ts'
import { searchText } from '../schema/listing.ts'
import { chainId, queryBoolean } from '../schema/primitives.ts'

const tag = 'Byname'

const signers = operation({
  summary: 'Check the signers of all resolvers',
  description: 'Asks each contract now, with one call to the RPC of each chain.',
  auth: { accepts: administrators },
  loadClass: 'outbound',
  query: z.object(listQuery),
  handle: ({ context, query }) => listSignerChecks(context, query),
  mounts: [
    {
      method: 'GET',
      url: '/byname/v1/offchain-resolvers/signers',
      id: 'bynameCheckSigners',
      tag,
      answer: signerChecksAnswer,
    },
  ],
})

const payments = operation({
  summary: 'List the payments',
  description: 'The newest first.',
  auth: { accepts: administrators },
  loadClass: 'listing',
  query: z.object({
    state: paymentState.optional().meta({ description: 'Only payments in this state.' }),
    refundDue: queryBoolean
      .prefault(false)
      .meta({ description: 'Only payments that were charged although their client got 502.' }),
    ...listQuery,
  }),
  handle: ({ context, query: { refundDue, ...query } }) =>
    listPaymentPage(context, { ...query, state: query.state, isRefundDue: refundDue }),
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

const state = operation({
  summary: 'Read the state of the instance',
  description: 'How much it keeps, and the limits of its settings.',
  auth: { accepts: administrators },
  loadClass: 'listing',
  handle: async ({ context }) => ({ storage: await readStorage(context), config: context.config }),
  mounts: [
    { method: 'GET', url: '/byname/v1/instance', id: 'bynameGetInstance', tag, answer: instanceStateAnswer },
  ],
})

const health = operation({
  summary: 'Read the health of the instance',
  description:
    'Why a person is needed, what it is about, and what to do: the reasons of `/ready` in full, as this process sees them.',
  auth: { accepts: administrators },
  loadClass: 'system',
  handle: ({ context }) => context.health.read(),
  mounts: [
    {
      method: 'GET',
      url: '/byname/v1/instance/health',
      id: 'bynameGetInstanceHealth',
      tag,
      answer: healthAnswer,
    },
  ],
})

const domains = operation({
  summary: 'Search the domains of the instance',
  description: 'Those of every workspace, the newest first.',
  auth: { accepts: administrators },
  loadClass: 'listing',
  query: z.object({
    search: searchText
      .optional()
      .meta({ description: 'Part of the name, in any spelling; absent: any.', example: 'acme' }),
    chainId: chainId.optional().meta({ description: 'Absent: every chain.', example: 1 }),
    isBlocked: queryBoolean
      .optional()
      .meta({ description: 'Only blocked ones (true) or only others (false); absent: both.' }),
    ...listQuery,
  }),
  handle: ({ context, query: { search, ...query } }) =>
    searchInstanceDomains(context, { text: search, ...query }),
  mounts: [
    {
      method: 'GET',
      url: '/byname/v1/domains',
      id: 'bynameSearchDomains',
      tag,
      answer: instanceDomainsAnswer,
    },
  ],
})

export const instance = [signers, payments, state, health, domains].flat()
