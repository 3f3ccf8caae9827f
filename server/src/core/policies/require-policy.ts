import { AppError } from '../../errors.ts'
import type { Domain } from '../../model/domain.ts'
import { defaultPolicySettings, type PolicySettings } from '../../model/policy.ts'
import { findPolicy } from '../../store/entities/policies.ts'
import type { Queryable } from '../../store/tables.ts'

/** The policy by which requests are decided; a domain without one has the default. */
export async function requirePolicy(db: Queryable, domain: Domain): Promise<PolicySettings> {
  const stored = domain.policyVersion > 0 ? await findPolicy(db, domain) : undefined
  if (!stored) return defaultPolicySettings
  const { settings, isIndexed } = stored
  if (!isIndexed && (settings.refuseLookalikes || settings.namesPerWallet !== null))
    throw new AppError(
      'ServiceUnavailableException',
      `The names of ${domain.name} are being indexed for its policy. Retry in a minute.`,
    )
  return settings
}
