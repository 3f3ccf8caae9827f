import { sql } from 'kysely'
import type { Domain } from '../../model/domain.ts'
import type { PolicySettings } from '../../model/policy.ts'
import { toDomain } from '../entities/domains.ts'
import { toPolicySettings } from '../entities/policies.ts'
import type { Queryable } from '../tables.ts'

export interface OpenDomain {
  readonly domain: Domain
  readonly policy: PolicySettings
}

interface OpenDomainsQuery {
  /** Absent: every chain. */
  readonly chainId?: number | undefined
  /** Key of a domain; 0: from the first. */
  readonly after: number
  readonly limit: number
}

/** Visible domains whose policy opens claims, whatever the time, in the order of their keys. */
export async function listOpenDomains(
  db: Queryable,
  { chainId, after, limit }: OpenDomainsQuery,
): Promise<readonly OpenDomain[]> {
  const rows = await db
    .selectFrom('policies')
    .innerJoin('domains', 'domains.key', 'policies.domainKey')
    .selectAll('domains')
    .select(['policies.version as settingsVersion', 'policies.claims', 'policies.settings'])
    // A literal, so that the partial index applies.
    .where('policies.claims', '=', sql.lit('open'))
    .where('policies.domainKey', '>', after)
    .where('domains.isBlocked', '=', false)
    .where('domains.deletedAt', 'is', null)
    .$if(chainId !== undefined, (query) => query.where('domains.chainId', '=', chainId ?? 0))
    .orderBy('policies.domainKey')
    .limit(limit)
    .execute()
  return rows.map(({ settingsVersion: version, claims, settings, ...domain }) => ({
    domain: toDomain(domain),
    policy: toPolicySettings({ version, claims, settings }),
  }))
}
