import type { FastifyError } from 'fastify'
import { AppError, type ErrorName } from '../errors.ts'

const errorsByFastifyCode: Record<string, readonly [ErrorName, string]> = {
  FST_ERR_CTP_BODY_TOO_LARGE: ['PayloadTooLargeException', 'The body is too large.'],
  FST_ERR_CTP_INVALID_MEDIA_TYPE: ['UnsupportedMediaTypeException', 'Send the body as application/json.'],
  FST_ERR_CTP_INVALID_JSON_BODY: ['BadRequestException', 'The body is not valid JSON.'],
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: [
    'BadRequestException',
    'The length of the body differs from content-length.',
  ],
  FST_ERR_MAX_PARAM_LENGTH: ['UriTooLongException', 'A part of the path is too long.'],
}

/** Unknown errors become a 500 without details. */
export function toAppError(error: unknown): AppError {
  if (error instanceof AppError) return error
  const { code = '', statusCode = 500 } = error as Partial<FastifyError>
  const known = errorsByFastifyCode[code]
  if (known) return new AppError(...known)
  if (statusCode >= 400 && statusCode < 500)
    return new AppError('BadRequestException', 'The request is malformed.')
  return new AppError('InternalServerErrorException', 'Internal error. The server has logged the details.', {
    cause: error,
  })
}

export const retryAfterSeconds = 1
