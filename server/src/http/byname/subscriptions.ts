import { z } from 'zod'
import { setDomainPlan } from '../../core/domains/set-plan.ts'
import { route } from '../route.ts'
import { documentedErrors } from '../schema/documented-errors.ts'
import { chainId, domainName, integer } from '../schema/primitives.ts'
import { serializeSubscription, subscription } from '../serializers/subscription.ts'

const update = route({
  method: 'PATCH',
  url: '/byname/v1/domains/:domain/subscription',
  id: 'bynameUpdateSubscription',
  tag: 'Byname',
  summary: 'Change the subscription of a domain',
  description:
    'A member that is left out stays; null removes it. Once a subscription has ended, no new name is issued or reserved; ' +
    'everything else goes on, and no issued name is taken away.',
  auth: 'admin',
  params: z.object({ domain: domainName }),
  query: z.object({ chainId }),
  body: z.strictObject({
    expiresAt: z.iso
      .datetime({ offset: true, error: 'is not a time such as 2030-01-01T00:00:00Z' })
      .transform((time) => Date.parse(time))
      .nullish()
      .meta({
        description: 'From when on no new names are issued; null: never.',
        example: '2030-01-01T00:00:00Z',
      }),
    maxNames: integer(0, Number.MAX_SAFE_INTEGER)
      .nullish()
      .meta({ description: 'How many subnames the domain may have; null: any number.', example: 1000 }),
  }),
  data: subscription,
  errors: documentedErrors.ofDomain,
  handle: async ({ context, params, query, body }) =>
    serializeSubscription(
      await setDomainPlan(context, { chainId: query.chainId, name: params.domain, plan: body }),
      context.clock(),
    ),
})

export const subscriptions = [update]
