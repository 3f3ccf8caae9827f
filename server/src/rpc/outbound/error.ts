export type OutboundFault = 'refused' | 'timed-out' | 'failed' | 'overloaded' | 'budget-exhausted'

/**
 * The message continues a sentence about the server ("did not answer in 5000 ms") and never contains the URL, which may
 * carry a key.
 */
export class OutboundError extends Error {
  override readonly name = 'OutboundError'
  readonly fault: OutboundFault

  constructor(fault: OutboundFault, message: string) {
    super(message)
    this.fault = fault
  }
}
