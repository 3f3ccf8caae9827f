import { sql } from 'kysely'
import type { Queryable } from '../tables.ts'

export interface InstanceCounts {
  readonly workspaces: number
  /** In use, including blocked ones. */
  readonly domains: number
  /** Of these domains, including reservations. */
  readonly names: number
}

/** Reads all domains, but not their names. */
export async function countInstance(db: Queryable): Promise<InstanceCounts> {
  const counted = await db
    .selectFrom('domains')
    .select(({ fn, selectFrom }) => [
      selectFrom('workspaces').select(sql<number>`count(*)`.as('count')).as('workspaces'),
      fn.countAll<string | number>().as('domains'),
      fn.sum<string | number | null>('subnameCount').as('names'),
    ])
    .where('deletedAt', 'is', null)
    .executeTakeFirstOrThrow()
  const { workspaces, domains, names } = counted
  return { workspaces: Number(workspaces ?? 0), domains: Number(domains), names: Number(names ?? 0) }
}
