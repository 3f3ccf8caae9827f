/** Why a name could not be verified before its answer was: misuse is a `TypeError` instead. */
export type VerifyFault =
  /** The node does not answer, or not as one does. */
  | 'RpcFailed'
  /** The node is of another chain than the one that was asked for. */
  | 'WrongChain'
  /** The node has no such block. */
  | 'NoSuchBlock'
  /** Neither the name nor a domain above it has a resolver. */
  | 'NoResolver'
  /** The resolver does not have the functions of a Byname resolver. */
  | 'NotBynameResolver'
  /** The contract sends clients elsewhere than its state says. */
  | 'UnexpectedLookup'
  /** No host gave an answer. */
  | 'NoAnswer'

/** Thrown inside; `verify` returns it as the reason. */
export class VerifyError extends Error {
  readonly fault: VerifyFault

  constructor(fault: VerifyFault, message: string, options: ErrorOptions = {}) {
    super(message, options)
    this.fault = fault
  }
}
