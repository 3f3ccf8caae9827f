/**
 * Whether `origin` (`https://app.example:8443`, or the bare authority of an EIP-4361 message) is among `allowed`. An
 * allowed entry is an exact origin or authority, or `*.example.com` for any host below example.com. `null` allows all.
 */
export function isOriginAllowed(origin: string, allowed: readonly string[] | null): boolean {
  return allowed === null || allowed.some((entry) => matches(authorityOf(origin), origin, entry))
}

function matches(authority: string, origin: string, entry: string): boolean {
  if (entry.startsWith('*.')) return hostOf(authority).endsWith(entry.slice(1).toLowerCase())
  if (entry.includes('://') && origin.includes('://')) return entry.toLowerCase() === origin.toLowerCase()
  return authorityOf(entry) === authority
}

const authorityOf = (origin: string): string => origin.toLowerCase().replace(/^[a-z][a-z0-9+.-]*:\/\//, '')

const hostOf = (authority: string): string => authority.replace(/:\d+$/, '')
