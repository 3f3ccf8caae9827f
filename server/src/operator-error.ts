/** Its message is all that the operator needs: what is wrong, and what to do. */
export class OperatorError extends Error {
  override readonly name: string = 'OperatorError'
}

/** The command line itself is wrong: exit code 2. */
export class UsageError extends OperatorError {
  override readonly name = 'UsageError'
}
