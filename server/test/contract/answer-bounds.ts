/** Bytes of records that a name may have; a control character takes six in JSON. */
const recordBytes = 65_536
const escaping = 6

/** Bytes of everything beside the records. */
const envelope = 65_536

/** Bytes of a list's records. */
const pageBytes = 4_194_304

const lists = [/^\/ens\/v1\/subname\/(ens|address|search|ens-list)$/, /^\/ens\/v2\/subnames?\/all$/]

/** Bytes that an answer of an operation may have, at most; `path` is that of the OpenAPI document. */
export function largestAnswer(path: string): number {
  if (path.startsWith('/ccip/')) return 262_144
  if (lists.some((list) => list.test(path))) return pageBytes + envelope
  return recordBytes * escaping + envelope
}
