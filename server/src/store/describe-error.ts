import { AppError, errorCode } from '../errors.ts'
import { connectionAdvice } from './postgres/connection.ts'

/** With advice where there is some. A connection refused at every address of a host has no message, only a code. */
export function describeError(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  const advice = connectionAdvice(error)
  if (advice !== undefined) return `${error.message}. ${advice}`
  if (error instanceof AppError && error.cause !== undefined) return describeError(error.cause)
  if (error.message === 'unable to open database file')
    return 'its file cannot be opened: it must be a file in a folder, both of which this user may read and write.'
  if (error.message !== '') return error.message
  return errorCode(error) ?? error.name
}
