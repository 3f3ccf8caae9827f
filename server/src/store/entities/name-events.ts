import { sql } from 'kysely'
import { type EventChange, type EventType, eventTypes } from '../../model/event.ts'
import { uuidToBytes } from '../driver/columns.ts'
import type { Queryable } from '../tables.ts'
import { decodeChanges } from './event-row.ts'

/** What happened to a name, or to the records of a domain. */
export interface NameEvent {
  readonly name: string
  readonly type: EventType
  /** Undefined: they are large, or not known any more. */
  readonly changes: readonly EventChange[] | undefined
}

/** That change what a name resolves to, or may. */
const types = eventTypes.filter((type) => type.startsWith('subname.') || type === 'domain.changed')

/** Characters of JSON. */
const maxChanges = 1024

interface NameEventsSince {
  readonly domainId: string
  /** A sequence number. */
  readonly after: number
  readonly limit: number
}

/** Later events of the names of a domain, the oldest first. */
export async function selectNameEventsSince(
  db: Queryable,
  { domainId, after, limit }: NameEventsSince,
): Promise<readonly NameEvent[]> {
  const rows = await db
    .selectFrom('eventLog')
    .select(['name', 'type'])
    .select(
      sql<
        string | null
      >`case when length(${sql.ref('changes')}) <= ${maxChanges} then ${sql.ref('changes')} end`.as(
        'changes',
      ),
    )
    .where('domainId', '=', uuidToBytes(domainId))
    .where('sequence', '>', after)
    .where('type', 'in', types)
    .orderBy('sequence')
    .limit(limit)
    .execute()
  return rows.map(({ name, type, changes }) => ({
    name: name ?? '',
    type,
    changes: changes === null ? undefined : decodeChanges(changes),
  }))
}

interface ChangesOf {
  readonly domainId: string
  /** Which few events have. */
  readonly type: EventType
  /** That is among the changes. */
  readonly field: string
}

/** Of the newest event of a domain with this type and field; none: there is no such event. */
export async function findNewestChanges(
  db: Queryable,
  { domainId, type, field }: ChangesOf,
): Promise<readonly EventChange[]> {
  const row = await db
    .selectFrom('eventLog')
    .select('changes')
    .where('type', '=', sql.lit(type))
    // No domain has as few events as this type: the index of types is the one to read.
    .where(sql`coalesce(domain_id, domain_id)`, '=', uuidToBytes(domainId))
    .where('changes', 'like', `%${JSON.stringify(field)}%`)
    .orderBy('sequence', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row ? decodeChanges(row.changes) : []
}
