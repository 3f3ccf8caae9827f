import type { AppError } from '../../errors.ts'
import { failureEnvelope } from '../schema/envelope.ts'

/** EIP-3668 clients read `message`; other clients read the envelope. */
export function gatewayErrorBody(error: AppError): string {
  return JSON.stringify({ message: error.message, ...failureEnvelope(error) })
}
