/** An error with advice for the operator. */
export class OperatorError extends Error {
  override readonly name: string = 'OperatorError'
}
