/** A command was asked for something it cannot do; the message says what to do instead. */
export class OperatorError extends Error {
  override readonly name = 'OperatorError'
}
