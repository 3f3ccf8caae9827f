/** The parts of a lookup's path. `data` is there in the GET form only. */
export interface LookupPath {
  readonly resolverId: string
  readonly data: string | undefined
}

const lookupRoot = '/ccip/'

/** Characters that mean nothing but themselves in a path; a router may treat others in its own way. */
const isPlain = /^[\w./-]*$/

/** Whether a path is one of the gateway's, also when it cannot be decoded. */
export const isLookup = (path: string): boolean => path.startsWith(lookupRoot)

/**
 * Takes a lookup's path apart: `/ccip/{resolverId}`, with `/{sender}`, with `/{sender}/{data}`. Undefined for every other
 * path, and for those with a query, percent-encoding or other characters that clients do not send.
 */
export function parseLookupPath(path: string): LookupPath | undefined {
  if (!isLookup(path) || !isPlain.test(path)) return undefined
  const [resolverId = '', sender, data, ...more] = path.slice(lookupRoot.length).split('/')
  return resolverId === '' || sender === '' || data === '' || more.length > 0
    ? undefined
    : { resolverId, data }
}
