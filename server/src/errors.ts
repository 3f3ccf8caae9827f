/** HTTP status by wire name, also for the OpenAPI document. */
const errorTable = {
  BadRequestException: 400,
  UnsupportedChainException: 400,
  InvalidNameException: 400,
  ScopeRequiredException: 400,
  RpcUrlRejectedException: 400,
  InvalidRecordException: 400,
  CursorInFutureException: 400,
  InvalidApiKeyException: 401,
  InvalidSessionException: 401,
  MissingSignatureException: 401,
  InvalidSignatureException: 401,
  ChallengeExpiredException: 401,
  ForbiddenException: 403,
  NotHolderException: 403,
  DomainBlockedException: 403,
  SubscriptionLapsedException: 403,
  PolicyRefusedException: 403,
  OriginNotAllowedException: 403,
  NotFoundException: 404,
  SubnameNotFoundException: 404,
  EnsNotFound: 404,
  OffchainResolverNotFoundException: 404,
  WorkspaceNotFoundException: 404,
  ApiKeyNotFoundException: 404,
  SessionNotFoundException: 404,
  MemberNotFoundException: 404,
  PrimaryNameNotFoundException: 404,
  ClaimNotFoundException: 404,
  InvitationLinkNotFoundException: 404,
  WebhookNotFoundException: 404,
  DeliveryNotFoundException: 404,
  HostNotFoundException: 404,
  AlertTargetNotFoundException: 404,
  TemplateNotFoundException: 404,
  MessageNotFoundException: 404,
  MethodNotAllowedException: 405,
  RequestTimeoutException: 408,
  SubdomainAlreadyExistsException: 409,
  EnsAlreadyExistsException: 409,
  NotReservedException: 409,
  AlreadyClaimedException: 409,
  NotClaimedException: 409,
  ClaimNotPendingException: 409,
  LimitReachedException: 409,
  MemberAlreadyExistsException: 409,
  LastOwnerException: 409,
  RequestInProgressException: 409,
  ResponseNotKeptException: 409,
  WebhookDisabledException: 409,
  ReplayInProgressException: 409,
  HostNotProvenException: 409,
  TemplateAlreadyExistsException: 409,
  SealedNameException: 409,
  NotSealedException: 409,
  SequenceTooLowException: 409,
  CursorTooOldException: 410,
  InvitationLinkExpiredException: 410,
  InvitationLinkRevokedException: 410,
  InvitationLinkUsedUpException: 410,
  PreconditionFailedException: 412,
  PayloadTooLargeException: 413,
  UriTooLongException: 414,
  UnsupportedMediaTypeException: 415,
  IdempotencyKeyReusedException: 422,
  BatchRejectedException: 422,
  TooManyRequestsException: 429,
  RequestHeaderFieldsTooLargeException: 431,
  InternalServerErrorException: 500,
  UpstreamException: 502,
  PaymentUnconfirmed: 502,
  ServiceUnavailableException: 503,
  UpstreamTimeoutException: 504,
} as const satisfies Record<string, number>

/** The word before the colon in the envelope's `error`. */
export type ErrorName = keyof typeof errorTable

// Safe because nothing is added to the table.
export const errorNames = Object.keys(errorTable) as readonly ErrorName[]

export function isErrorName(text: string): text is ErrorName {
  return Object.hasOwn(errorTable, text)
}

/** Of chains and other services. */
export const upstreamErrors = [
  'UpstreamException',
  'UpstreamTimeoutException',
] as const satisfies readonly ErrorName[]

export function statusOf(name: ErrorName): number {
  return errorTable[name]
}

/** The message is shown to the caller: no secrets. */
export class AppError extends Error {
  override readonly name: ErrorName

  constructor(name: ErrorName, message: string, options?: ErrorOptions) {
    super(message, options)
    this.name = name
  }

  get status(): number {
    return statusOf(this.name)
  }
}

/** `etag` is that of the current state. */
export class PreconditionFailedError extends AppError {
  readonly etag: string

  constructor(message: string, etag: string) {
    super('PreconditionFailedException', message)
    this.etag = etag
  }
}

/** `rule` is that of the domain's policy. */
export class PolicyRefusedError extends AppError {
  readonly rule: string

  constructor(message: string, rule: string) {
    super('PolicyRefusedException', message)
    this.rule = rule
  }
}

/** A budget is used up; the same request succeeds after `retryAfterSeconds`. */
export class QuotaExceededError extends AppError {
  readonly retryAfterSeconds: number

  constructor(message: string, retryAfterSeconds: number) {
    super('TooManyRequestsException', message)
    this.retryAfterSeconds = retryAfterSeconds
  }
}

/** Fails the whole operation, unlike the failure of one name or of a chain. */
export class DatabaseUnavailableError extends AppError {
  constructor(message: string, options?: ErrorOptions) {
    super('ServiceUnavailableException', message, options)
  }
}

/** More is asked for than can be done now; what is asked for less often succeeds. */
export class OverloadedError extends AppError {
  constructor(message = 'The server is overloaded. Retry after 1 second.') {
    super('ServiceUnavailableException', message)
  }
}

/** An item of a batch that failed; `index` counts from 0. */
export interface BatchItemError {
  readonly index: number
  readonly label: string
  readonly error: AppError
}

/** Nothing was written. */
export class BatchRejectedError extends AppError {
  readonly errors: readonly BatchItemError[]

  constructor(message: string, errors: readonly BatchItemError[]) {
    super('BatchRejectedException', message)
    this.errors = errors
  }
}

/** Its message is all that the operator needs: what is wrong, and what to do. */
export class OperatorError extends Error {
  override readonly name: string = 'OperatorError'
}

/** The command line itself is wrong: exit code 2. */
export class UsageError extends OperatorError {
  override readonly name = 'UsageError'
}

/** Of Node, the system (`ENOENT`) or a database (SQLSTATE). */
export function errorCode(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined
}
