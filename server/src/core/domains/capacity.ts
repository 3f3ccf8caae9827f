import { AppError } from '../../errors.ts'
import type { Domain, Plan } from '../../model/domain.ts'

/** Whether a plan is over, so that no new subname is issued. */
export function isPlanExpired({ expiresAt }: Plan, now: number): boolean {
  return expiresAt !== null && expiresAt <= now
}

/**
 * Why a domain takes no new subname: its plan is over, or the limit that its owner chose or its plan is reached.
 *
 * @returns `SubscriptionLapsedException` or `LimitReachedException`, to be thrown; `undefined` when it takes one.
 */
export function capacityError(domain: Domain, now: number): AppError | undefined {
  const { name, chainId, plan, subnameCount, userChosenLimit } = domain
  if (isPlanExpired(plan, now))
    return new AppError(
      'SubscriptionLapsedException',
      `The subscription of ${name} on chain ${chainId} has ended: names that are issued stay, new ones need the ` +
        'operator of this service to renew it.',
    )
  if (userChosenLimit !== null && subnameCount >= userChosenLimit) return limitReachedError(domain)
  if (plan.maxNames !== null && subnameCount >= plan.maxNames)
    return new AppError(
      'LimitReachedException',
      `${name} takes no more subnames: its subscription includes ${plan.maxNames}.`,
    )
  return undefined
}

export function limitReachedError({ name }: Domain) {
  return new AppError('LimitReachedException', `${name} takes no more subnames: its limit is reached.`)
}
