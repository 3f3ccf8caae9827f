/** One CCIP-Read lookup, as received. */
export interface LookupRequest {
  /** From the gateway URL. It alone decides the chain, the contract and the scheme of the signature. */
  readonly resolverId: string
  /** Call data of `resolve(bytes,bytes)`, as the contract put it into `OffchainLookup`, in hex. */
  readonly data: string
}

const resolverIdPattern = /^[\w-]{1,100}$/

/** Whether a text can be the id of a resolver entry; others reach neither caches nor database. */
export function isResolverId(text: string): boolean {
  return resolverIdPattern.test(text)
}

/** A cache key. Different pairs have different keys: an id (`isResolverId`) has no slash, so the first slash ends it. */
export function cacheKey(resolverId: string, rest: string): string {
  return `${resolverId}/${rest}`
}
