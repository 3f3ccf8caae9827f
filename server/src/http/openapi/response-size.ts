/** Bytes of records that a name may have; a control character takes six in JSON. */
const maxRecordBytes = 65_536 * 6

/** Bytes of everything but the records. */
const envelopeBytes = 65_536

/**
 * Bytes that a response may take. `name`: with all of its records. `page`: the records of a list, or the changes of a page of
 * events. `batch`: results or errors of 1,000 items, or as many links; what is stored for
 * retries. `file`: an image, an export or a stream, as long as what it holds.
 */
export const maxResponseBytes = {
  name: maxRecordBytes + envelopeBytes,
  page: 4_194_304 + envelopeBytes,
  batch: 2_097_152,
  file: undefined,
} as const

export type ResponseSize = keyof typeof maxResponseBytes
