import { sql } from 'kysely'
import type { Domain } from '../../model/domain.ts'
import { removalTypes } from '../../model/event.ts'
import { type FormerName, maxFormerNames } from '../../model/former-gateway.ts'
import { uuidToBytes } from '../driver/columns.ts'
import { dialectOf } from '../driver/sql-dialect.ts'
import { compiled, type Params } from '../driver/statements.ts'
import type { Queryable, StoreTransaction } from '../tables.ts'

type DomainKey = Pick<Domain, 'key'>

/** Of one domain; keeps the last ones. Nothing for a domain that is gone, or has no former gateway any more. */
export async function addFormerNames(
  tx: StoreTransaction,
  key: number,
  names: readonly FormerName[],
): Promise<void> {
  const domain = await tx
    .selectFrom('domains')
    .select('key')
    .where('key', '=', key)
    .where('formerGateway', 'is not', null)
    .executeTakeFirst()
  if (!domain) return
  for (const name of names)
    await tx
      .insertInto('formerNames')
      .values(name)
      .onConflict((conflict) => conflict.columns(['domainKey', 'label']).doUpdateSet({ lastAt: name.lastAt }))
      .execute()
  await tx
    .deleteFrom('formerNames')
    .where('domainKey', '=', key)
    .where('lastAt', '<', ({ selectFrom }) =>
      selectFrom('formerNames as newer')
        .select('newer.lastAt')
        .where('newer.domainKey', '=', key)
        .orderBy('newer.lastAt', 'desc')
        .offset(maxFormerNames - 1)
        .limit(1),
    )
    .execute()
}

interface FormerNames {
  readonly count: number
  /** The last ones first. */
  readonly names: readonly FormerName[]
}

/** Those that the domain does not hold now. */
export async function selectFormerNames(
  db: Queryable,
  { key }: DomainKey,
  limit: number,
): Promise<FormerNames> {
  const left = db
    .selectFrom('formerNames')
    .where('formerNames.domainKey', '=', key)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('subnames')
            .select('subnames.key')
            .where('subnames.domainKey', '=', key)
            .whereRef('subnames.label', '=', 'formerNames.label'),
        ),
      ),
    )
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('formerRemovals')
            .select('formerRemovals.label')
            .where('formerRemovals.domainKey', '=', key)
            .whereRef('formerRemovals.label', '=', 'formerNames.label'),
        ),
      ),
    )
  const counted = await left
    .select(({ fn }) => fn.countAll<number | string>().as('count'))
    .executeTakeFirstOrThrow()
  const names = await left
    .selectAll('formerNames')
    .orderBy('formerNames.lastAt', 'desc')
    .orderBy('formerNames.label')
    .limit(limit)
    .execute()
  return { count: Number(counted.count), names }
}

export async function deleteFormerNames(tx: StoreTransaction, { key }: DomainKey): Promise<void> {
  await tx.deleteFrom('formerNames').where('domainKey', '=', key).execute()
}

/** In the transaction that removes them, after it has changed the domain's row. */
export async function addFormerRemovals(
  tx: StoreTransaction,
  { key, formerGateway }: Pick<Domain, 'key' | 'formerGateway'>,
  labels: readonly string[],
): Promise<void> {
  if (formerGateway === null) return
  for (const label of labels) {
    await tx
      .insertInto('formerRemovals')
      .values({ domainKey: key, label })
      .onConflict((conflict) => conflict.doNothing())
      .execute()
    await tx.deleteFrom('formerNames').where('domainKey', '=', key).where('label', '=', label).execute()
  }
}

/** All names of the domain that were removed, as far as the event log goes back; the domain's row must be locked. */
export async function collectFormerRemovals(tx: StoreTransaction, { key, id, name }: Domain): Promise<void> {
  for (const table of ['eventLog', 'pendingEvents'] as const)
    await tx
      .insertInto('formerRemovals')
      .columns(['domainKey', 'label'])
      .expression(
        tx
          .selectFrom(table)
          .select([
            sql<number>`cast(${key} as integer)`.as('domainKey'),
            sql<string>`substr(name, 1, length(name) - ${sql.lit([...name].length + 1)})`.as('label'),
          ])
          .where('domainId', '=', uuidToBytes(id))
          .where('type', 'in', removalTypes)
          .where('name', 'is not', null)
          .distinct(),
      )
      .onConflict((conflict) => conflict.doNothing())
      .execute()
}

/** Whether the name was removed here. */
export async function isRemoved(db: Queryable, domainKey: number, label: string): Promise<boolean> {
  return (await removal(db, { domainKey, label })).rows.length > 0
}

/** Those of the labels that were removed here. */
export async function findFormerRemovals(
  db: Queryable,
  { key }: DomainKey,
  labels: readonly string[],
): Promise<ReadonlySet<string>> {
  const rows = await db
    .selectFrom('formerRemovals')
    .select('label')
    .where('domainKey', '=', key)
    .where(dialectOf(db).anyOf(sql.ref('label'), labels))
    .execute()
  return new Set(rows.map(({ label }) => label))
}

const removal = compiled((db, { domainKey, label }: Params<{ domainKey: number; label: string }>) =>
  db
    .selectFrom('formerRemovals')
    .select('label')
    .where('domainKey', '=', domainKey)
    .where('label', '=', label),
)
