import type { Records } from '../../ens/records.ts'
import { grantsKey, grantsOf, isFieldOf } from './grants.ts'

/** Without permissions of mApps, and without their fields, as after each is revoked. */
export function withoutGrants(records: Records): Records {
  const grants = grantsOf(records)
  const isOfGrant = (key: string) => key === grantsKey || grants.some((mApp) => isFieldOf(mApp, key))
  return { ...records, texts: records.texts.filter(({ key }) => !isOfGrant(key)) }
}
