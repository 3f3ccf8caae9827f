/** What the id of a resolver entry looks like. None holds the separator of `cacheKey`. */
const resolverIdPattern = /^[\w-]{1,100}$/

/** Whether a text can be the id of a resolver entry; anything else is kept from caches and from the database. */
export function isResolverId(text: string): boolean {
  return resolverIdPattern.test(text)
}

/**
 * The key of what is known about a question or a name of one resolver. Two different pairs never have the same key: an id
 * (`isResolverId`) has no slash, so the first slash ends it, whatever the caller put into the rest.
 */
export function cacheKey(resolverId: string, rest: string): string {
  return `${resolverId}/${rest}`
}
