import { errorCode } from '../../error-code.ts'

/** System error code (`ECONNREFUSED`) of an error or its cause. */
export function connectionErrorCode(error: unknown): string | undefined {
  return errorCode(error) ?? (error instanceof Error ? errorCode(error.cause) : undefined)
}

/** ` (ECONNREFUSED)`; empty without a code. */
export function formatErrorCode(error: unknown): string {
  const code = connectionErrorCode(error)
  return code === undefined ? '' : ` (${code})`
}
