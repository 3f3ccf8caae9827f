import type { components, ErrorName } from './openapi-types.ts'

/** Wire names of the service, and what can go wrong on the way to it. */
export type BynameErrorName =
  | ErrorName
  /** 402: the response costs something, and nothing was paid. */
  | 'PaymentRequired'
  /** No response: refused, reset or unreachable. `cause` is the error of `fetch`. */
  | 'ConnectionFailed'
  /** No response within `timeoutMs`. */
  | 'TimedOut'
  /** A response of something else than the service, such as a proxy. */
  | 'UnexpectedResponse'

/** What the service adds to some errors. */
export interface ErrorDetails {
  /** Of `PolicyRefusedException`: the rule of the domain's policy. */
  readonly rule?: components['schemas']['PolicyFailure']['rule']
  /** Of `BatchRejectedException`: each item that failed. */
  readonly errors?: components['schemas']['BatchFailure']['errors']
}

interface BynameErrorOptions extends ErrorOptions {
  readonly status?: number
  readonly details?: ErrorDetails
  readonly requestId?: string | undefined
  readonly retryAfterSeconds?: number | undefined
  readonly etag?: string | undefined
}

/** `message` is one sentence: what is wrong, and what to do. */
export class BynameError extends Error {
  override readonly name: BynameErrorName
  /** Of HTTP; 0 without a response. */
  readonly status: number
  readonly details: ErrorDetails
  /** For the operator, who finds the request by it. */
  readonly requestId: string | undefined
  /** When the same request can succeed. */
  readonly retryAfterSeconds: number | undefined
  /** Of `PreconditionFailedException`: the entity tag of the current state. */
  readonly etag: string | undefined

  constructor(name: BynameErrorName, message: string, options: BynameErrorOptions = {}) {
    super(message, options)
    this.name = name
    this.status = options.status ?? 0
    this.details = options.details ?? {}
    this.requestId = options.requestId
    this.retryAfterSeconds = options.retryAfterSeconds
    this.etag = options.etag
  }
}

interface FailureBody extends ErrorDetails {
  readonly result?: { readonly error?: string }
  /** RFC 9457, of a payment. */
  readonly detail?: string
}

export function errorOfResponse(body: unknown, { status, headers }: Response): BynameError {
  const { result, detail, rule, errors }: FailureBody = typeof body === 'object' && body !== null ? body : {}
  const [, name, message] = /^(\w+): (.*)$/s.exec(result?.error ?? '') ?? []
  const options = {
    status,
    details: { ...(rule && { rule }), ...(errors && { errors }) },
    requestId: headers.get('x-request-id') ?? undefined,
    retryAfterSeconds: retryAfterOf(headers),
    etag: headers.get('etag') ?? undefined,
  }
  // Safe because the types are generated from the table that the service reads.
  if (name && message) return new BynameError(name as ErrorName, message, options)
  if (status === 402)
    return new BynameError('PaymentRequired', detail ?? 'This response has a price.', options)
  return new BynameError('UnexpectedResponse', `The response (${status}) is not of the service.`, options)
}

/** Whole seconds, as the service sends them; undefined for a date of a proxy. */
export function retryAfterOf(headers: Headers): number | undefined {
  const text = headers.get('retry-after') ?? ''
  return /^\d+$/.test(text) ? Number(text) : undefined
}

/** Undefined for what is no matter of the connection: the caller has aborted, or the program has a fault. */
export function connectionError(error: unknown): BynameError | undefined {
  const name = typeof error === 'object' && error !== null && 'name' in error ? error.name : ''
  if (name === 'TimeoutError')
    return new BynameError('TimedOut', 'The service took too long.', { cause: error })
  // What browsers, Node and workers throw when a connection is refused or lost.
  if (name === 'TypeError')
    return new BynameError('ConnectionFailed', 'The service cannot be reached.', { cause: error })
  return undefined
}
