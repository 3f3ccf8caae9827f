export type OutboundFault = 'refused' | 'timed-out' | 'failed' | 'overloaded' | 'budget-exhausted'

/**
 * The message continues a sentence about the server ("did not answer in 5000 ms") and never contains the URL, which may
 * carry a key.
 */
export class OutboundError extends Error {
  override readonly name = 'OutboundError'
  readonly fault: OutboundFault
  /** Of the system or of TLS, such as `ECONNREFUSED` or `CERT_HAS_EXPIRED`. */
  readonly code: string | undefined

  constructor(fault: OutboundFault, message: string, code?: string) {
    super(message)
    this.fault = fault
    this.code = code
  }
}
