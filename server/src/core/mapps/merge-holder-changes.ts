import { type MergeOptions, mergeRecords } from '../../ens/merge-records.ts'
import type { RecordLimits } from '../../ens/record-limits.ts'
import type { RecordChanges, Records } from '../../ens/records.ts'
import { grantsKey, grantsOf, isFieldOf } from './grants.ts'

/**
 * Merges a holder's changes into the records of a name, except for the list of grants and the fields of the mApps in it.
 * Clients send whole profiles back, so these are ignored without an error.
 */
export function mergeHolderChanges(
  records: Records,
  changes: RecordChanges,
  limits: RecordLimits,
  options?: MergeOptions,
): Records {
  return mergeRecords(records, withProtectedTexts(changes, records), limits, options)
}

/** Replaces changes of protected texts by the stored values, which also keeps them when all texts are replaced. */
function withProtectedTexts(changes: RecordChanges, stored: Records): RecordChanges {
  if (!changes.texts) return changes
  const grants = grantsOf(stored)
  const isProtected = (key: string) => key === grantsKey || grants.some((mApp) => isFieldOf(mApp, key))
  const protectedTexts = stored.texts.filter(({ key }) => isProtected(key))
  const allowed = [...changes.texts].filter(([key]) => !isProtected(key))
  return {
    ...changes,
    texts: new Map([...protectedTexts.map(({ key, value }) => [key, value] as const), ...allowed]),
  }
}
