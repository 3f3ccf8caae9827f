import type { Domain, PlanChanges } from '../../model/domain.ts'
import type { CoreContext } from '../context.ts'
import { changeDomain } from './change.ts'
import { requireDomain } from './require-domain.ts'

export interface SetDomainPlan {
  readonly chainId: number
  readonly name: string
  readonly plan: PlanChanges
}

/** Removes no names. */
export async function setDomainPlan(
  context: CoreContext,
  { chainId, name, plan }: SetDomainPlan,
): Promise<Domain> {
  const domain = await requireDomain(context, chainId, name)
  return changeDomain(context, domain, { plan })
}
