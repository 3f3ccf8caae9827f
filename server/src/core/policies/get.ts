import type { ErrorName } from '../../errors.ts'
import type { Domain } from '../../model/domain.ts'
import { defaultPolicySettings, type Policy } from '../../model/policy.ts'
import { findPolicy, listPolicyLabels } from '../../store/entities/policies.ts'
import type { Queryable } from '../../store/tables.ts'
import type { Caller } from '../caller.ts'
import type { CoreContext } from '../context.ts'
import { requireDomain } from '../domains/require-domain.ts'
import { assertDomainWriteAccess } from '../domains/require-domain-write-access.ts'

export interface DomainPolicy {
  readonly domain: Domain
  readonly policy: Policy
}

/** Includes the lists, which only keys of the workspace may read. */
export async function getPolicy(
  context: CoreContext,
  {
    caller,
    chainId,
    domain: name,
  }: { readonly caller: Caller; readonly chainId: number; readonly domain: string },
): Promise<DomainPolicy> {
  const domain = await requireDomain(context, chainId, name)
  assertDomainWriteAccess(caller, domain)
  return { domain, policy: await readPolicy(context.store.db, domain) }
}

export async function readPolicy(db: Queryable, domain: Domain): Promise<Policy> {
  const stored = await findPolicy(db, domain)
  return {
    ...(stored?.settings ?? defaultPolicySettings),
    reservedLabels: await listPolicyLabels(db, domain, 'reservedLabels'),
    blockedLabels: await listPolicyLabels(db, domain, 'blockedLabels'),
  }
}

getPolicy.errors = [
  ...requireDomain.errors,
  ...assertDomainWriteAccess.errors,
] as const satisfies readonly ErrorName[]
