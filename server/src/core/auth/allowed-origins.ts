import { AppError } from '../../errors.ts'

/**
 * Matches an origin (`https://app.example:8443`) or EIP-4361 authority against exact rules and `*.example.com`. `null`
 * allows all.
 */
export function isOriginAllowed(origin: string, rules: readonly string[] | null): boolean {
  return rules === null || rules.some((entry) => matchesOriginRule(authorityOf(origin), origin, entry))
}

const originRule = /^(\*\.[a-z0-9.-]+|([a-z][a-z0-9+.-]*:\/\/)?([a-z0-9.-]+|\[[0-9a-f:.]+\])(:\d+)?)$/i

/** @throws AppError `BadRequestException` for a rule that can never match. */
export function assertOriginRule(entry: string): void {
  if (originRule.test(entry)) return
  throw new AppError(
    'BadRequestException',
    `"${entry}" is neither an origin, such as https://app.example.com, nor *.example.com.`,
  )
}

export const maxOriginRules = 100
export const maxOriginRuleLength = 255

/**
 * Normalizes origins: lower case, no default ports, no duplicates.
 *
 * @throws AppError `BadRequestException` for an empty list, which would allow no signature, and for invalid entries.
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
