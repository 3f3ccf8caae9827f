import type { Domain } from '../../model/domain.ts'
import { defaultPolicySettings, type Policy } from '../../model/policy.ts'
import { findPolicy, listPolicyLabels } from '../../store/entities/policies.ts'
import type { Queryable } from '../../store/tables.ts'
import type { CoreContext } from '../context.ts'
import { type PolicyRef, requirePolicyAccess } from './require-policy-access.ts'

export interface DomainPolicy {
  readonly domain: Domain
  readonly policy: Policy
  /** False while existing names are being indexed. */
  readonly isIndexed: boolean
}

/** With its lists, which only keys of the workspace may read. */
export async function getPolicy(context: CoreContext, ref: PolicyRef): Promise<DomainPolicy> {
  const domain = await requirePolicyAccess(context, ref)
  return readPolicy(context.store.db, domain)
}

export async function readPolicy(db: Queryable, domain: Domain): Promise<DomainPolicy> {
  const stored = await findPolicy(db, domain)
  const policy = {
    ...(stored?.settings ?? defaultPolicySettings),
    reservedLabels: await listPolicyLabels(db, domain, 'reservedLabels'),
    blockedLabels: await listPolicyLabels(db, domain, 'blockedLabels'),
  }
  return { domain, policy, isIndexed: stored?.isIndexed ?? true }
}
