export interface LookupRequest {
  /** From the gateway URL. It alone determines chain, contract and signing scheme. */
  readonly resolverId: string
  /** Call data from `OffchainLookup`, in hex. */
  readonly data: string
  /** What `responseKey` gives for both, where it was made before. Absent: it is made. */
  readonly key?: ResponseKey | undefined
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

/** By which a response is found: `text` is hashed, `data` is only compared. */
export interface ResponseKey {
  readonly text: string
  /** Call data of which `text` has only the ends; empty where it has all. */
  readonly data: string
}

/** Characters of call data: hashing more takes longer than comparing them. */
const maxHashedData = 2048

/** Of both ends: the name, and the first and the last calls of a multicall. */
const sampleLength = 512

/** Unambiguous: resolver ids have no slash, and of long call data the length is between two. */
export function responseKey(resolverId: string, data: string): ResponseKey {
  const { length } = data
  if (length <= maxHashedData) return { text: `${resolverId}/${data}`, data: '' }
  const ends = data.slice(0, sampleLength) + data.slice(length - sampleLength)
  return { text: `${resolverId}/${length}/${ends}`, data }
}
