import { AppError } from '../../errors.ts'

/**
 * Whether `origin` (`https://app.example:8443`, or the bare authority of an EIP-4361 message) is among `allowed`. An
 * allowed entry is an exact origin or authority, or `*.example.com` for any host below example.com. `null` allows all.
 */
export function isOriginAllowed(origin: string, rules: readonly string[] | null): boolean {
  return rules === null || rules.some((entry) => matchesOriginRule(authorityOf(origin), origin, entry))
}

const originRule = /^(\*\.[a-z0-9.-]+|([a-z][a-z0-9+.-]*:\/\/)?([a-z0-9.-]+|\[[0-9a-f:.]+\])(:\d+)?)$/i

/**
 * Asserts that an entry of a list of allowed origins can match at all.
 *
 * @throws AppError `BadRequestException`.
 */
export function assertOriginRule(entry: string): void {
  if (originRule.test(entry)) return
  throw new AppError(
    'BadRequestException',
    `"${entry}" is neither an origin, such as https://app.example.com, nor *.example.com.`,
  )
}

/** Bounds of a list of allowed origins: entries, and characters of each. */
export const maxOriginRules = 100
export const maxOriginRuleLength = 255

/**
 * Parses a list of allowed origins for storage: each in lower case, without the default port of its scheme, and once.
 *
 * @throws AppError `BadRequestException` for an empty list, which would allow no signature at all, for a list or an entry that
 * is too long, and for an entry that could never match.
 */
export function parseOriginRules(entries: readonly string[]): readonly string[] {
  if (entries.length === 0 || entries.length > maxOriginRules)
    throw new AppError('BadRequestException', `Give 1 to ${maxOriginRules} allowed origins.`)
  return [...new Set(entries.map(parseOriginRule))]
}

function parseOriginRule(entry: string): string {
  if (entry.length > maxOriginRuleLength)
    throw new AppError(
      'BadRequestException',
      `An allowed origin has at most ${maxOriginRuleLength} characters.`,
    )
  assertOriginRule(entry)
  return /^https?:/i.test(entry) ? (URL.parse(entry)?.origin ?? entry.toLowerCase()) : entry.toLowerCase()
}

function matchesOriginRule(authority: string, origin: string, entry: string): boolean {
  if (entry.startsWith('*.')) return hostOf(authority).endsWith(entry.slice(1).toLowerCase())
  if (entry.includes('://') && origin.includes('://')) return entry.toLowerCase() === origin.toLowerCase()
  return authorityOf(entry) === authority
}

function authorityOf(origin: string): string {
  return origin.toLowerCase().replace(/^[a-z][a-z0-9+.-]*:\/\//, '')
}

function hostOf(authority: string): string {
  return authority.replace(/:\d+$/, '')
}
