import type { RecordLimits } from '../../ens/record-limits.ts'
import { type MergeOptions, mergeRecords, type RecordChanges } from '../../ens/records.ts'
import type { Records } from '../../ens/stored-records.ts'
import { grantsKey, grantsOf, isFieldOf } from './grants.ts'

/**
 * Merges a holder's changes. Ignores those of grants and their mApps' fields without an error: clients send whole
 * profiles back.
 */
export function mergeHolderChanges(
  records: Records,
  changes: RecordChanges,
  limits: RecordLimits,
  options?: MergeOptions,
): Records {
  return mergeRecords(records, withProtectedTexts(changes, records), limits, options)
}

/** Protected texts also stay when all texts are replaced. */
function withProtectedTexts(changes: RecordChanges, stored: Records): RecordChanges {
  if (!changes.texts) return changes
  const grants = grantsOf(stored)
  const isProtected = (key: string) => key === grantsKey || grants.some((mApp) => isFieldOf(mApp, key))
  const protectedTexts = stored.texts.filter(({ key }) => isProtected(key))
  if (protectedTexts.length === 0 && !changes.texts.keys().some(isProtected)) return changes
  const allowed = [...changes.texts].filter(([key]) => !isProtected(key))
  return {
    ...changes,
    texts: new Map([...protectedTexts.map(({ key, value }) => [key, value] as const), ...allowed]),
  }
}
