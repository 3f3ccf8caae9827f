import type { AlertReason, AlertTargetState } from '../../model/alert.ts'
import type { Queryable } from '../tables.ts'

export function selectAlertReasons(db: Queryable): Promise<readonly AlertReason[]> {
  return db.selectFrom('alertReasons').selectAll().orderBy('code').execute()
}

/** Nothing is written if another process has written since `before` was read. */
export async function writeAlertReason(
  db: Queryable,
  before: AlertReason | undefined,
  reason: AlertReason,
): Promise<void> {
  if (before)
    await db
      .updateTable('alertReasons')
      .set(reason)
      .where('code', '=', reason.code)
      .where('seenAt', '=', before.seenAt)
      .execute()
  else
    await db
      .insertInto('alertReasons')
      .values(reason)
      .onConflict((conflict) => conflict.column('code').doNothing())
      .execute()
}

/** Those that were last found before a time. */
export async function deleteAlertReasons(db: Queryable, seenBefore: number): Promise<void> {
  await db.deleteFrom('alertReasons').where('seenAt', '<', seenBefore).execute()
}

export function selectAlertTargets(
  db: Queryable,
  ids: readonly string[],
): Promise<readonly AlertTargetState[]> {
  return db.selectFrom('alertTargets').selectAll().where('id', 'in', ids).execute()
}

/** What is stored of a target; that of a new one is stored first. */
export async function ensureAlertTarget(db: Queryable, fresh: AlertTargetState): Promise<AlertTargetState> {
  const find = () => db.selectFrom('alertTargets').selectAll().where('id', '=', fresh.id)
  const found = await find().executeTakeFirst()
  if (found) return found
  await db
    .insertInto('alertTargets')
    .values(fresh)
    .onConflict((conflict) => conflict.column('id').doNothing())
    .execute()
  return find().executeTakeFirstOrThrow()
}

/** Undefined, with nothing written, if another process has written since `before` was read. */
export async function writeAlertTarget(
  db: Queryable,
  before: AlertTargetState,
  changes: Partial<Omit<AlertTargetState, 'id' | 'version'>>,
): Promise<AlertTargetState | undefined> {
  const after = { ...before, ...changes, version: before.version + 1 }
  const { numUpdatedRows } = await db
    .updateTable('alertTargets')
    .set({ ...changes, version: after.version })
    .where('id', '=', before.id)
    .where('version', '=', before.version)
    .executeTakeFirst()
  return numUpdatedRows > 0n ? after : undefined
}
