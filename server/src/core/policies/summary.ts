import type { Domain } from '../../model/domain.ts'
import type { PolicySettings } from '../../model/policy.ts'
import { defaultPolicySettings } from '../../model/policy.ts'
import { findPolicy } from '../../store/entities/policies.ts'
import type { Queryable } from '../../store/tables.ts'

/** What a visitor may know. */
export type PolicySummary = Omit<PolicySettings, 'version' | 'appliesToKeys' | 'blockedParts'> & {
  /** Whether names can be claimed now. */
  readonly isOpen: boolean
}

export async function readPolicySummary(db: Queryable, domain: Domain, now: number): Promise<PolicySummary> {
  const { settings } = (await findPolicy(db, domain)) ?? { settings: defaultPolicySettings }
  const { version: _, appliesToKeys: __, blockedParts: ___, ...summary } = settings
  return { ...summary, isOpen: isOpen(settings, now) }
}

function isOpen({ claims, opensAt, closesAt }: PolicySettings, now: number): boolean {
  return claims === 'open' && (opensAt === null || opensAt <= now) && (closesAt === null || now < closesAt)
}
