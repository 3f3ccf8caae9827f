import { sql } from 'kysely'
import type { Claim, ClaimSummary } from '../../model/claim.ts'
import type { Queryable } from '../tables.ts'
import { pendingColumns } from './claims.ts'

export interface PendingClaimOfDomain extends ClaimSummary {
  readonly domainId: string
}

interface PendingPage {
  /** The last claim of the page before; absent: the first page. */
  readonly after?: Pick<Claim, 'expiresAt' | 'key'> | undefined
  readonly limit: number
}

/** Of all domains, those that expire first. */
export function selectPendingClaims(
  db: Queryable,
  { after, limit }: PendingPage,
): Promise<readonly PendingClaimOfDomain[]> {
  return db
    .selectFrom('claims')
    .innerJoin('domains', 'domains.key', 'claims.domainKey')
    .select(pendingColumns)
    .select('domains.id as domainId')
    .where('claims.state', '=', sql.lit('pending'))
    .$if(after !== undefined, (query) =>
      query.where(sql<boolean>`(claims.expires_at, claims.key) > (${after?.expiresAt}, ${after?.key})`),
    )
    .orderBy('claims.expiresAt')
    .orderBy('claims.key')
    .limit(limit)
    .execute()
}
