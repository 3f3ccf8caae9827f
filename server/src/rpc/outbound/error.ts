/** Why a request to somewhere that we were told of gave nothing; `spent`: nothing more is sent for who asks. */
export type OutboundFault = 'refused' | 'timed-out' | 'failed' | 'overloaded' | 'budget-exhausted'

/**
 * A request that was not made, or gave nothing. Its message is the rest of a sentence about the server that was to be called
 * ("did not answer in 5000 ms") and never holds the URL, which may carry a caller's key.
 */
export class OutboundError extends Error {
  override readonly name = 'OutboundError'
  readonly fault: OutboundFault

  constructor(fault: OutboundFault, message: string) {
    super(message)
    this.fault = fault
  }
}
