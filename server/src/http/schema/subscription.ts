import { z } from 'zod'
import { isPlanExpired } from '../../core/domains/capacity.ts'
import type { Domain } from '../../model/domain.ts'
import { toIsoTime } from './iso-time.ts'
import { wireId } from './primitives.ts'

export const subscription = z
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
