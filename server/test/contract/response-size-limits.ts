/** Bytes of records that a name may have; a control character takes six in JSON. */
const maxRecordBytes = 65_536
const jsonEscapeFactor = 6

/** Bytes of everything but the records. */
const envelopeBytes = 65_536

/** Bytes of a list's records, or of the changes of a page of events. */
const maxPageBytes = 4_194_304

/** Results or errors of 1,000 items, or as many links; what is stored for retries. */
const maxBatchBytes = 2_097_152

const lists = [
  /^\/ens\/v1\/subname\/(ens|address|search|ens-list)$/,
  /^\/ens\/v2\/subnames?\/all$/,
  /^\/byname\/v1\/domains\/\{domain\}\/(names|claims)$/,
  /^\/byname\/v1\/domains\/\{domain\}\/templates$/,
  /^\/byname\/v1\/open-domains$/,
  /^\/byname\/v1\/(events|names\/\{name\}\/history)$/,
]

/** The largest response of an operation in bytes; `path` is that of the OpenAPI document. */
export function maxResponseBytes(path: string): number {
  if (path.startsWith('/ccip/')) return 262_144
  if (lists.some((list) => list.test(path))) return maxPageBytes + envelopeBytes
  if (path === '/byname/v1/names/batch') return maxBatchBytes
  if (path.endsWith('/invitation-links/batch')) return maxBatchBytes
  return maxRecordBytes * jsonEscapeFactor + envelopeBytes
}
