export interface LookupRequest {
  /** From the gateway URL. It alone determines chain, contract and signing scheme. */
  readonly resolverId: string
  /** Call data from `OffchainLookup`, in hex. */
  readonly data: string
  /** Whether a former gateway may be asked: false for what another service asks this one for. Absent: true. */
  readonly mayFallThrough?: () => boolean
  /** Rate limit key of the client: IPv4 address or IPv6 network. Absent: this service itself. */
  readonly client?: (() => string) | undefined
}

const resolverIdPattern = /^[\w-]{1,100}$/

/** Texts that fail reach neither caches nor database. */
export function isResolverId(text: string): boolean {
  return resolverIdPattern.test(text)
}

/** Unambiguous: resolver ids have no slash. */
export function cacheKey(resolverId: string, rest: string): string {
  return `${resolverId}/${rest}`
}
