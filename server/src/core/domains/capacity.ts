import { AppError } from '../../errors.ts'
import type { Domain, Plan } from '../../model/domain.ts'

export function isPlanExpired({ expiresAt }: Plan, now: number): boolean {
  return expiresAt !== null && expiresAt <= now
}

/** @returns `SubscriptionLapsedException` or `LimitReachedException`, to be thrown; `undefined` with capacity. */
export function capacityError(domain: Domain, now: number): AppError | undefined {
  const { name, chainId, plan, subnameCount, userChosenLimit } = domain
  if (isPlanExpired(plan, now))
    return new AppError(
      'SubscriptionLapsedException',
      `The subscription of ${name} on chain ${chainId} has ended: issued names stay, new ones need the ` +
        'operator of this service to renew it.',
    )
  if (userChosenLimit !== null && subnameCount >= userChosenLimit) return limitReachedError(domain)
  if (plan.maxNames !== null && subnameCount >= plan.maxNames)
    return new AppError(
      'LimitReachedException',
      `${name} has no capacity for more subnames: its subscription includes ${plan.maxNames}.`,
    )
  return undefined
}

export function limitReachedError({ name }: Domain) {
  return new AppError(
    'LimitReachedException',
    `${name} has no capacity for more subnames: its limit is reached.`,
  )
}
