import { HolderHasNameError } from '../../core/subnames/only-of-holder.ts'
import { AppError, type ErrorName } from '../../errors.ts'
import { FacadeError } from '../../http/facade.ts'

/** The words that programs compare. */
export const notAuthorized = 'You are not authorized to use this endpoint'
export const keyError = `key error - ${notAuthorized}`
export const askOperator = 'Please contact the operator of this service to increase your limit.'

export function errorBody({ message }: Pick<Error, 'message'>): object {
  return { error: message }
}

export function badRequest(text: string, cause?: AppError): FacadeError {
  return new FacadeError(400, { error: text }, cause ?? new AppError('BadRequestException', text))
}

export function unauthorized(text: string, cause: AppError): FacadeError {
  return new FacadeError(401, { error: text }, cause)
}

/** Whatever of the key, its rights or a signature is missing. */
const refusals: readonly ErrorName[] = [
  'InvalidApiKeyException',
  'OriginNotAllowedException',
  'ForbiddenException',
  'MissingSignatureException',
  'InvalidSignatureException',
  'ChallengeExpiredException',
  'NotHolderException',
]

export function isRefusal(error: unknown): error is AppError {
  return error instanceof AppError && refusals.includes(error.name)
}

const texts: Partial<Record<ErrorName, string>> = {
  InvalidNameException: 'Invalid ens name',
  EnsNotFound: 'Domain does not exist',
  SubdomainAlreadyExistsException: 'Name already claimed',
  SubnameNotFoundException: 'Name does not exist',
  LimitReachedException: `Api name limit reached. ${askOperator}`,
}

/** The text of an error that the other service has too. */
export function textOf(error: AppError, own: typeof texts = {}): string | undefined {
  if (error instanceof HolderHasNameError) return 'Address has already claimed subdomain'
  return own[error.name] ?? texts[error.name]
}

/**
 * Runs work of the core; its errors get the words and statuses of the other service where it has some. `own`: words of this
 * endpoint.
 */
export async function withFacadeErrors<T>(work: () => Promise<T>, own?: typeof texts): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (isRefusal(error)) throw unauthorized(notAuthorized, error)
    const text = error instanceof AppError ? textOf(error, own) : undefined
    throw text === undefined ? error : badRequest(text, error as AppError)
  }
}

/** What keeps a domain from being enabled, in the words of the other service where it has some. */
export function toEnableError(error: AppError): Error {
  switch (error.name) {
    case 'NotHolderException':
      return badRequest('Your wallet needs to own the domain', error)
    case 'ForbiddenException':
    case 'OffchainResolverNotFoundException':
      return badRequest('Invalid domain resolver', error)
    case 'InvalidSignatureException':
    case 'ChallengeExpiredException':
      return badRequest('Invalid signature', error)
    default:
      return error
  }
}
