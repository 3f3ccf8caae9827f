import type { SignedLookup } from '../../core/lookup/response-cache.ts'

/**
 * Whole seconds for which shared caches may keep a response: as long as its domain allows and its signature is valid; 0: not at all.
 * `clock` returns milliseconds since 1970.
 */
export function sharedSecondsOf({ sharedMaxAge, expiresAt }: SignedLookup, clock: () => number): number {
  // Most domains: the clock is not read.
  if (sharedMaxAge === null) return 0
  return Math.max(0, Math.min(sharedMaxAge, Math.floor(expiresAt - clock() / 1000)))
}

/**
 * Private caches, as of browsers, revalidate each use. No cache serves a response beyond its time, neither while it revalidates
 * nor while the gateway fails (RFC 9111 §5.2.2, RFC 5861): several caches do without these directives.
 */
export function sharedCacheControl(seconds: number): string {
  return `public, s-maxage=${seconds}, max-age=0, must-revalidate, stale-while-revalidate=0, stale-if-error=0`
}
