import type { Domain } from '../../src/model/domain.ts'
import { defaultPolicySettings, type PolicySettings } from '../../src/model/policy.ts'
import type { TestService } from './service.ts'

/** Stores a policy that differs from the default as given. */
export async function storePolicy(
  { context: { store } }: TestService,
  { key }: Domain,
  changes: Partial<PolicySettings>,
): Promise<void> {
  const { version, claims, ...settings } = { ...defaultPolicySettings, version: 1, ...changes }
  const row = { version, claims, settings, isIndexed: true, updatedAt: 1 }
  await store.transaction(async (tx) => {
    await tx
      .insertInto('policies')
      .values({ domainKey: key, ...row })
      .onConflict((conflict) => conflict.column('domainKey').doUpdateSet(row))
      .execute()
    await tx.updateTable('domains').set({ policyVersion: version }).where('key', '=', key).execute()
  })
}
