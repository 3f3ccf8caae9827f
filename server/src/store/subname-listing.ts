import { type Subname, toSubname } from './subname-row.ts'
import type { Queryable } from './tables.ts'

/** Which subnames of a domain to list. `page` counts from 1; `desc` is newest first. */
export interface SubnameListing {
  readonly domainId: string
  /** Only claimed ones (true) or only reservations (false); both if absent. */
  readonly isClaimed?: boolean | undefined
  readonly page: number
  readonly limit: number
  readonly direction: 'asc' | 'desc'
}

/**
 * Lists subnames by creation time, then id, so that the order never changes; `totalCount` counts those of all pages.
 * Page by page, oldest first stays exact while names are added; newest first moves on by as many as were added.
 */
export const listSubnamesOfDomain = async (
  db: Queryable,
  { domainId, isClaimed, page, limit, direction }: SubnameListing,
): Promise<{ readonly items: readonly Subname[]; readonly totalCount: number }> => {
  const matching = db
    .selectFrom('subnames')
    .where('domain_id', '=', domainId)
    .$if(isClaimed !== undefined, (query) => query.where('is_claimed', '=', isClaimed ? 1 : 0))

  const rows = await matching
    .selectAll()
    .orderBy('created_at', direction)
    .orderBy('id', direction)
    .limit(limit)
    .offset((page - 1) * limit)
    .execute()
  const { count } = await matching
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()

  return { items: rows.map(toSubname), totalCount: count }
}
