import { AppError, type ErrorName } from '../../errors.ts'
import { OutboundError, type OutboundFault } from './error.ts'

const errorNames: Readonly<Record<OutboundFault, ErrorName>> = {
  refused: 'UpstreamException',
  'timed-out': 'UpstreamTimeoutException',
  failed: 'UpstreamException',
  'budget-exhausted': 'UpstreamException',
  overloaded: 'ServiceUnavailableException',
}

/** Maps an OutboundError about `subject` ("The gateway"); rethrows others. */
export function asAppError(error: unknown, subject: string): AppError {
  if (!(error instanceof OutboundError)) throw error
  return new AppError(errorNames[error.fault], `${subject} ${error.message}.`)
}
