/** Why an outbound request failed; `spent`: the budget is used up. */
export type OutboundFault = 'refused' | 'timed-out' | 'failed' | 'overloaded' | 'budget-exhausted'

/**
 * An outbound request that was not sent, or failed. Its message continues a sentence about the server ("did not answer in 5000
 * ms") and never contains the URL, which may carry a caller's key.
 */
export class OutboundError extends Error {
  override readonly name = 'OutboundError'
  readonly fault: OutboundFault

  constructor(fault: OutboundFault, message: string) {
    super(message)
    this.fault = fault
  }
}
