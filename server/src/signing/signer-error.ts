import { AppError } from '../errors.ts'

/**
 * Why there is no signature. `unreachable`: no connection, or a failure inside of the signer. `timeout`: no response in time.
 * `refused`: it does not sign this request, or for this caller. `overloaded`: more is asked of it than its rate.
 * `malformed`: its response has no signature in it. `wrong-key`: its signature is not of this digest by this key.
 */
export type SignerFailure = 'unreachable' | 'timeout' | 'refused' | 'overloaded' | 'malformed' | 'wrong-key'

interface SignerErrorOptions extends ErrorOptions {
  /** The signer may sign other requests at the same moment. */
  readonly isOfRequest?: boolean
}

/** No signature, and why; its sentence is for operators. */
export class SignerError extends Error {
  override readonly name = 'SignerError'
  readonly failure: SignerFailure
  readonly isOfRequest: boolean

  constructor(failure: SignerFailure, message: string, options: SignerErrorOptions = {}) {
    super(message, options)
    this.failure = failure
    this.isOfRequest = options.isOfRequest ?? false
  }
}

const sentences: Readonly<Record<SignerFailure, string>> = {
  unreachable: 'The signer cannot be reached.',
  timeout: 'The signer does not respond.',
  refused: 'The signer refuses to sign.',
  overloaded: 'The signer is asked for more signatures than it may make.',
  malformed: 'The signer does not return a signature.',
  'wrong-key': 'The signer returns a signature of another key.',
}

/** What clients read: not where the signer is, nor what it says. */
export function signerUnavailableError(failure: SignerFailure): AppError {
  return new AppError('ServiceUnavailableException', `${sentences[failure]} Retry after 1 second.`)
}
