import type { RecordChanges } from '../../ens/record-changes.ts'
import type { Records } from '../../ens/records.ts'
import { grantsKey, grantsOf, isFieldOf } from './grants.ts'

/**
 * Removes from a holder's changes the texts that a holder may not write: the list of grants, and the fields of the mApps in it.
 * Clients send whole profiles back, so these are ignored without an error. The stored values replace them, which thereby also
 * survive a change that replaces all texts.
 */
export function withProtectedTexts(changes: RecordChanges, stored: Records): RecordChanges {
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
