/** A refusal of the service. `message` is its sentence, for people. */
export class ApiError extends Error {
  override readonly name: string
  readonly status: number
  /** When to try again, as the service asks. */
  readonly retryAfterSeconds: number | undefined

  constructor(name: string, message: string, status: number, retryAfterSeconds?: number) {
    super(message)
    this.name = name
    this.status = status
    this.retryAfterSeconds = retryAfterSeconds
  }

  /** `<Name>: <sentence>`; what is no envelope comes from a proxy. */
  static fromEnvelope(body: unknown, { status, headers }: Response): ApiError {
    const text = errorText(body)
    const [, name = 'Failure', message = text] = /^(\w+): (.*)$/s.exec(text) ?? []
    const sentence = message || 'The server could not answer. Try again in a moment.'
    const retryAfter = headers.get('retry-after')
    return new ApiError(name, sentence, status, retryAfter === null ? undefined : Number(retryAfter))
  }
}

function errorText(body: unknown): string {
  if (typeof body !== 'object' || body === null || !('result' in body)) return ''
  const { result } = body
  return typeof result === 'object' && result !== null && 'error' in result ? `${result.error}` : ''
}
