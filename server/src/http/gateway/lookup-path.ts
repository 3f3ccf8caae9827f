/** The parts of a lookup's path. `data` is there in the GET form only. */
export interface LookupPath {
  readonly resolverId: string
  readonly data: string | undefined
}

const gatewayRoot = '/ccip/'

/** Characters that mean nothing but themselves in a path; a router may treat others in its own way. */
const plainPath = /^[\w./-]*$/

/** Whether a path is one of the gateway's, also when it cannot be decoded. */
export function isGatewayPath(path: string): boolean {
  return path.startsWith(gatewayRoot)
}

/**
 * Takes a lookup's path apart: `/ccip/{resolverId}`, with `/{sender}`, with `/{sender}/{data}`. Undefined for every other
 * path, and for those with a query, percent-encoding or other characters that clients do not send.
 */
export function parseLookupPath(path: string): LookupPath | undefined {
  if (!isGatewayPath(path) || !plainPath.test(path)) return undefined
  const [resolverId = '', sender, data, ...rest] = path.slice(gatewayRoot.length).split('/')
  return resolverId === '' || sender === '' || data === '' || rest.length > 0
    ? undefined
    : { resolverId, data }
}
