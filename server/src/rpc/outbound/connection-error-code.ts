import { errorCode } from '../../error-code.ts'

/** The system's error code of a failed connection, such as `ECONNREFUSED`, of an error or of its cause. */
export function connectionErrorCode(error: unknown): string | undefined {
  return errorCode(error) ?? (error instanceof Error ? errorCode(error.cause) : undefined)
}

/** The same as an addition to a sentence, ` (ECONNREFUSED)`; empty without a code. */
export function formatErrorCode(error: unknown): string {
  const code = connectionErrorCode(error)
  return code === undefined ? '' : ` (${code})`
}
