import { type EnsName, parseDomain } from '../../ens/names.ts'
import type { Records } from '../../ens/stored-records.ts'
import { AppError } from '../../errors.ts'
import { isObject } from '../../is-object.ts'

/** Text key, which clients read. */
export const grantsKey = 'mApps'

export function grantsOf({ texts }: Records): readonly string[] {
  const stored = texts.find(({ key }) => key === grantsKey)
  return stored ? parseGrants(stored.value) : []
}

/** Compact JSON, which clients compare byte by byte. */
export function formatGrants(mApps: readonly string[]): string {
  return mApps.length === 0 ? '' : JSON.stringify({ mApps })
}

/** A text of another form grants nothing. */
function parseGrants(text: string): readonly string[] {
  try {
    const value: unknown = JSON.parse(text)
    const list: readonly unknown[] =
      isObject(value) && 'mApps' in value && Array.isArray(value.mApps) ? value.mApps : []
    return list.filter((entry) => typeof entry === 'string')
  } catch {
    return []
  }
}

export function fieldKey(field: string, mApp: string): string {
  return `${field}_${mApp}`
}

/** Unambiguous: names of mApps have no underscore. */
export function isFieldOf(mApp: string, key: string): boolean {
  return key.endsWith(`_${mApp}`)
}

/**
 * Normalizes an mApp's name. Rejects single labels and underscores, which separate field and mApp: `x__a.eth` could be
 * a field of `_a.eth` and of `a.eth`.
 *
 * @throws AppError `InvalidNameException`.
 */
export function parseMApp(text: string): EnsName {
  const name = parseDomain(text)
  if (name.includes('_'))
    throw new AppError('InvalidNameException', `"${name}" cannot be an mApp: its name has an underscore.`)
  return name
}

/** Without permissions of mApps, and without their fields, as after each is revoked. */
export function withoutGrants(records: Records): Records {
  const grants = grantsOf(records)
  const isOfGrant = (key: string) => key === grantsKey || grants.some((mApp) => isFieldOf(mApp, key))
  return { ...records, texts: records.texts.filter(({ key }) => !isOfGrant(key)) }
}
