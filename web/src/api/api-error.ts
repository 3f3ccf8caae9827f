/** A refusal of the service. `message` is its sentence, for people. */
export class ApiError extends Error {
  override readonly name: string
  readonly status: number

  constructor(name: string, message: string, status: number) {
    super(message)
    this.name = name
    this.status = status
  }

  /** `<Name>: <sentence>`; what is no envelope comes from a proxy. */
  static fromEnvelope(body: unknown, status: number): ApiError {
    const text = errorText(body)
    const [, name = 'Failure', message = text] = /^(\w+): (.*)$/s.exec(text) ?? []
    return new ApiError(name, message || 'The server could not answer. Try again in a moment.', status)
  }
}

function errorText(body: unknown): string {
  if (typeof body !== 'object' || body === null || !('result' in body)) return ''
  const { result } = body
  return typeof result === 'object' && result !== null && 'error' in result ? `${result.error}` : ''
}
