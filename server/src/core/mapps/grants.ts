import { parseDomain } from '../../ens/name.ts'
import type { Records } from '../../ens/records.ts'
import { AppError } from '../../errors.ts'
import { isObject } from '../../is-object.ts'

/** Text key of a subname's grants: the mApps that may write their own texts. Clients read it there. */
export const grantsKey = 'mApps'

/** Parses the grants of a subname, in the order of granting. */
export function grantsOf({ texts }: Records): readonly string[] {
  const stored = texts.find(({ key }) => key === grantsKey)
  return stored ? parseGrants(stored.value) : []
}

/** Formats grants as the text that clients compare byte by byte: compact JSON; the empty text without grants. */
export function formatGrants(mApps: readonly string[]): string {
  return mApps.length === 0 ? '' : JSON.stringify({ mApps })
}

/** A text of another form, such as an older one, grants nothing. */
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

/** The text key under which an mApp's field is stored. */
export function fieldKey(field: string, mApp: string): string {
  return `${field}_${mApp}`
}

/** Whether a text key is that of a field of `mApp`. Names of mApps have no underscore, so a key has one mApp. */
export function isFieldOf(mApp: string, key: string): boolean {
  return key.endsWith(`_${mApp}`)
}

/**
 * Normalizes the name of an mApp: at least two labels, since no mApp is a top-level domain, and no underscore, which separates
 * field and mApp in a text key: `x__a.eth` could be a field of `_a.eth` and of `a.eth`.
 *
 * @throws AppError `InvalidNameException`.
 */
export function parseMApp(text: string): string {
  const name = parseDomain(text)
  if (name.includes('_'))
    throw new AppError('InvalidNameException', `"${name}" cannot be an mApp: its name has an underscore.`)
  return name
}
