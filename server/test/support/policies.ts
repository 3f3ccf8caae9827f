import type { Domain } from '../../src/model/domain.ts'
import { defaultPolicySettings, type PolicySettings } from '../../src/model/policy.ts'
import type { TestService } from './service.ts'

export async function setPolicy(
  { context }: Pick<TestService, 'context'>,
  { key }: Pick<Domain, 'key'>,
  changes: Partial<PolicySettings>,
): Promise<void> {
  const {
    version: _,
    claims,
    ...settings
  } = { ...defaultPolicySettings, claims: 'open' as const, ...changes }
  await context.store.transaction(async (tx) => {
    const { policyVersion } = await tx
      .updateTable('domains')
      .set(({ eb }) => ({ policyVersion: eb('policyVersion', '+', 1) }))
      .where('key', '=', key)
      .returning('policyVersion')
      .executeTakeFirstOrThrow()
    const state = { version: policyVersion, claims, settings, indexedKey: 0, isIndexed: true, updatedAt: 1 }
    await tx
      .insertInto('policies')
      .values({ domainKey: key, ...state })
      .onConflict((conflict) => conflict.column('domainKey').doUpdateSet(state))
      .execute()
  })
}
