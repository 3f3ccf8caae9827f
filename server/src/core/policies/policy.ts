import type { ChainId } from '../../ens/chains.ts'
import type { EnsName } from '../../ens/names.ts'
import type { Domain } from '../../model/domain.ts'
import { defaultPolicySettings, type Policy } from '../../model/policy.ts'
import { findPolicy, listPolicyLabels } from '../../store/entities/policies.ts'
import type { Queryable, StoreTransaction } from '../../store/tables.ts'
import type { Caller, CoreContext } from '../context.ts'
import { assertDomainWriteAccess, lockWritableDomain, requireDomain } from '../domains/rules.ts'
import { entityTagOf } from '../if-match.ts'

export interface PolicyRef {
  readonly caller: Caller
  readonly chainId: ChainId
  readonly domain: EnsName
}

export async function requirePolicyAccess(
  context: CoreContext,
  { caller, chainId, domain: name }: PolicyRef,
): Promise<Domain> {
  const domain = await requireDomain(context, chainId, name)
  assertDomainWriteAccess(caller, domain, 'claim-page:write')
  return domain
}

export function lockPolicyDomain(tx: StoreTransaction, ref: PolicyRef, id: string): Promise<Domain> {
  return lockWritableDomain(tx, ref, id, 'claim-page:write')
}

export function policyEtag({ domain, policy }: DomainPolicy): string {
  return entityTagOf([domain.id, policy])
}

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
