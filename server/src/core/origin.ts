import { AppError } from '../errors.ts'

/**
 * Whether `origin` (`https://app.example:8443`, or the bare authority of an EIP-4361 message) is among `allowed`. An
 * allowed entry is an exact origin or authority, or `*.example.com` for any host below example.com. `null` allows all.
 */
export function isOriginAllowed(origin: string, allowed: readonly string[] | null): boolean {
  return allowed === null || allowed.some((entry) => matches(authorityOf(origin), origin, entry))
}

const originRule = /^(\*\.[a-z0-9.-]+|([a-z][a-z0-9+.-]*:\/\/)?([a-z0-9.-]+|\[[0-9a-f:.]+\])(:\d+)?)$/i

/** Requires that an entry of a list of allowed origins is one that could ever match, else `BadRequestException`. */
export function assertOriginRule(entry: string): void {
  if (originRule.test(entry)) return
  throw new AppError(
    'BadRequestException',
    `"${entry}" is neither an origin, such as https://app.example.com, nor *.example.com.`,
  )
}

function matches(authority: string, origin: string, entry: string): boolean {
  if (entry.startsWith('*.')) return hostOf(authority).endsWith(entry.slice(1).toLowerCase())
  if (entry.includes('://') && origin.includes('://')) return entry.toLowerCase() === origin.toLowerCase()
  return authorityOf(entry) === authority
}

const authorityOf = (origin: string): string => origin.toLowerCase().replace(/^[a-z][a-z0-9+.-]*:\/\//, '')

const hostOf = (authority: string): string => authority.replace(/:\d+$/, '')
