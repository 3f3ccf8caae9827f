import { z } from 'zod'
import { getDomain } from '../../core/domains/get.ts'
import { setDomainPlan } from '../../core/domains/set-plan.ts'
import { operation } from '../operation.ts'
import { administrators, anyCredential } from '../operation-auth.ts'
import { plainAnswer } from '../schema/answer.ts'
import { domainParams, integer, uuid } from '../schema/primitives.ts'
import { serializeSubscription, subscription } from '../schema/subscription.ts'

const get = operation({
  summary: 'Read the subscription of a domain',
  description:
    'The plan that the operator of this service set for the domain; by default any number of names for an unlimited time. ' +
    'Once it has ended, no new name is issued or reserved; everything else continues.',
  auth: { accepts: anyCredential },
  params: z.object({ ensId: uuid }),
  errors: ['EnsNotFound'],
  handle: async ({ context, caller, params }) =>
    serializeSubscription(await getDomain(context, { caller, domainId: params.ensId }), context.clock()),
  mounts: [
    {
      method: 'GET',
      url: '/ens/v1/ens/subscription/:ensId',
      id: 'v1GetEnsSubscription',
      tag: 'Second-level names',
      answer: plainAnswer(subscription),
    },
  ],
})

const update = operation({
  summary: 'Change the subscription of a domain',
  description:
    'An absent member stays; null removes it. Once a subscription has ended, no new name is issued or reserved; ' +
    'everything else continues, and no issued name is removed.',
  auth: { accepts: administrators },
  ...domainParams,
  body: z.object({
    expiresAt: z.iso
      .datetime({ offset: true, error: 'is not a time such as 2030-01-01T00:00:00Z' })
      .transform((time) => Date.parse(time))
      .nullish()
      .meta({
        description: 'When no new names are issued any more; null: never.',
        example: '2030-01-01T00:00:00Z',
      }),
    maxNames: integer(0, Number.MAX_SAFE_INTEGER)
      .nullish()
      .meta({ description: 'Maximum number of subnames of the domain; null: unlimited.', example: 1000 }),
  }),
  errors: ['EnsNotFound'],
  handle: async ({ context, params, query, body }) =>
    serializeSubscription(
      await setDomainPlan(context, { chainId: query.chainId, name: params.domain, plan: body }),
      context.clock(),
    ),
  mounts: [
    {
      method: 'PATCH',
      url: '/byname/v1/domains/:domain/subscription',
      id: 'bynameUpdateSubscription',
      tag: 'Byname',
      answer: plainAnswer(subscription),
    },
  ],
})

export const subscriptions = [get, update].flat()
