import { sql } from 'kysely'
import type { Domain } from '../../model/domain.ts'
import { dialectOf } from '../driver/sql-dialect.ts'
import { toDomain } from '../entities/domains.ts'
import type { Queryable } from '../tables.ts'

export interface DomainSearch {
  /** Part of the name, normalized; absent: any. */
  readonly text?: string | undefined
  /** Absent: every chain. */
  readonly chainId?: number | undefined
  /** Absent: both. */
  readonly isBlocked?: boolean | undefined
  /** Key of a domain, exclusive; absent: from the newest. */
  readonly before?: number | undefined
  readonly limit: number
}

export interface FoundDomain {
  readonly domain: Domain
  readonly workspaceName: string
}

/** Domains in use of every workspace, newest first. Reads domains until a page is full. */
export async function searchDomains(
  db: Queryable,
  { text, chainId, isBlocked, before, limit }: DomainSearch,
): Promise<readonly FoundDomain[]> {
  const { positionOf } = dialectOf(db)
  const rows = await db
    .selectFrom('domains')
    .innerJoin('workspaces', 'workspaces.id', 'domains.workspaceId')
    .selectAll('domains')
    .select('workspaces.name as workspaceName')
    .where('domains.deletedAt', 'is', null)
    .$if(text !== undefined, (query) =>
      query.where(sql<boolean>`${positionOf(sql`domains.name`, text ?? '')} > 0`),
    )
    .$if(chainId !== undefined, (query) => query.where('domains.chainId', '=', chainId ?? 0))
    .$if(isBlocked !== undefined, (query) => query.where('domains.isBlocked', '=', isBlocked ?? false))
    .$if(before !== undefined, (query) => query.where('domains.key', '<', before ?? 0))
    .orderBy('domains.key', 'desc')
    .limit(limit)
    .execute()
  return rows.map(({ workspaceName, ...row }) => ({
    domain: toDomain(row),
    workspaceName,
  }))
}
