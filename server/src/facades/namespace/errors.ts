import { AppError, type ErrorName } from '../../errors.ts'
import { FacadeError } from '../../http/facade.ts'
import { STATUS_CODES } from '../../http/server/node-http.ts'

/** `error` has the words of HTTP for the status, as the other service has them. */
function bodyOf(statusCode: number, message: string): object {
  return { statusCode, message, error: STATUS_CODES[statusCode] }
}

export function errorBody({ status, message }: AppError): object {
  return bodyOf(status, message)
}

function withStatus(status: number, message: string, cause: AppError): FacadeError {
  return new FacadeError(status, bodyOf(status, message), cause)
}

/** `problem` follows the name of the member. */
export function invalid(member: string, problem: string): FacadeError {
  const message = `Validation failed: ${member} ${problem}`
  return withStatus(400, message, new AppError('BadRequestException', message))
}

const unauthorizedNames: readonly ErrorName[] = [
  'InvalidApiKeyException',
  'OriginNotAllowedException',
  'ForbiddenException',
]

/** Statuses that the other service has for these errors. */
export async function withFacadeStatuses<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    const { name, message } = error
    if (unauthorizedNames.includes(name)) throw withStatus(401, message, error)
    if (name === 'MissingSignatureException')
      throw withStatus(403, 'To change or delete names, an API key needs the scope names:revoke.', error)
    if (name === 'PreconditionFailedException')
      throw withStatus(
        409,
        'The subname has changed since it was read. Read it again, and repeat the change.',
        error,
      )
    throw error
  }
}
