import { z } from 'zod'
import { setDomainPlan } from '../../core/domains/change.ts'
import { getDomain } from '../../core/domains/list.ts'
import { isPlanExpired } from '../../core/domains/rules.ts'
import type { Domain } from '../../model/domain.ts'
import { needs } from '../credentials/operation-auth.ts'
import { bynameTag, secondLevelNamesTag } from '../openapi/tags.ts'
import { operation } from '../operation.ts'
import { domainParams, integer, plainResponse, toIsoTime, uuid, wireId } from '../schema/primitives.ts'

const subscription = z
  .object({
    ensId: wireId('Id of the domain.'),
    isSubscribed: z.boolean().meta({ description: 'False once the subscription has ended.' }),
    expiresAt: z
      .string()
      .nullable()
      .meta({ description: 'When it ends; null: never.', example: '2030-01-01T00:00:00.000Z' }),
    maxNames: z
      .number()
      .int()
      .nullable()
      .meta({ description: 'The number of included subnames; null: unlimited.', example: 1000 }),
  })
  .meta({ id: 'Subscription', description: 'The plan of a domain, as set by the operator.' })

/** The wire calls a domain's plan a subscription. */
export function serializeSubscription(
  { id, plan }: Pick<Domain, 'id' | 'plan'>,
  now: number,
): z.output<typeof subscription> {
  return {
    ensId: id,
    isSubscribed: !isPlanExpired(plan, now),
    expiresAt: toIsoTime(plan.expiresAt),
    maxNames: plan.maxNames,
  }
}

const get = operation({
  summary: 'Read the subscription of a domain',
  description:
    'The plan that the operator of this service set for the domain; by default any number of names for an unlimited time. ' +
    'Once it has ended, no new name is issued or reserved; everything else continues.',
  auth: needs('read'),
  params: z.object({ ensId: uuid }),
  errors: ['EnsNotFound'],
  handle: async ({ context, caller, params }) =>
    serializeSubscription(await getDomain(context, { caller, domainId: params.ensId }), context.clock()),
  mounts: [
    {
      method: 'GET',
      url: '/ens/v1/ens/subscription/:ensId',
      id: 'v1GetEnsSubscription',
      tag: secondLevelNamesTag,
      response: plainResponse(subscription),
    },
  ],
})

const update = operation({
  summary: 'Change the subscription of a domain',
  description:
    'An absent member stays; null removes it. Once a subscription has ended, no new name is issued or reserved; ' +
    'everything else continues, and no issued name is removed.',
  auth: needs('admin'),
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
      tag: bynameTag,
      response: plainResponse(subscription),
    },
  ],
})

export const subscriptions = [get, update].flat()
