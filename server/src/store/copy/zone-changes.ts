import { sql } from 'kysely'
import type { EventType } from '../../model/event.ts'
import { uuidToBytes } from '../driver/columns.ts'
import { type EventMark, findEventMark } from '../entities/event-marks.ts'
import type { Queryable } from '../tables.ts'

/** More changes than this cost as much as all names. */
const maxChangedNames = 50_000

/** After these a domain has names, or lacks some, of which there is no event. */
const replacingTypes: readonly EventType[] = [
  'domain.onboarded',
  'domain.deleted',
  'domain.restored',
  'domain.purged',
]

/**
 * The names of a domain with events since, itself among them where it has any. `undefined` where that is unknown: events since were
 * purged, the log belongs to another database, or too many names have changed.
 */
export async function findNamesChangedSince(
  db: Queryable,
  domainId: string,
  { sequence, digest }: EventMark,
): Promise<readonly string[] | undefined> {
  const marked = await findEventMark(db, sequence)
  if (marked?.digest !== digest) return undefined
  const ofDomain = uuidToBytes(domainId)
  const events = db
    .selectFrom('eventLog')
    .select(['name', 'type'])
    .where('domainId', '=', ofDomain)
    .where('sequence', '>', sequence)
    .unionAll(db.selectFrom('pendingEvents').select(['name', 'type']).where('domainId', '=', ofDomain))
  const rows = await db
    .selectFrom(events.as('events'))
    .select('name')
    .select(
      sql<number>`max(case when type in (${sql.join(replacingTypes)}) then 1 else 0 end)`.as('replaces'),
    )
    .where('name', 'is not', null)
    .groupBy('name')
    .limit(maxChangedNames + 1)
    .execute()
  if (rows.length > maxChangedNames || rows.some(({ replaces }) => Number(replaces) > 0)) return undefined
  return rows.flatMap(({ name }) => name ?? [])
}
