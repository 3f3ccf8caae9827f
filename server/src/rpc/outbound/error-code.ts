/** The system's error code, such as `ECONNREFUSED`, of an error or of its cause. */
export function errorCode(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined
  return codeOf(error) ?? codeOf(error.cause)
}

function codeOf(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined
}

/** The same as an addition to a sentence, ` (ECONNREFUSED)`; empty without a code. */
export function formatErrorCode(error: unknown): string {
  const code = errorCode(error)
  return code === undefined ? '' : ` (${code})`
}
