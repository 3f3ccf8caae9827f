/** A command cannot do what it was run for; the message says what to do instead. */
export class OperatorError extends Error {
  override readonly name: string = 'OperatorError'
}
