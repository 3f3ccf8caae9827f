/** What to tell the operator. A connection refused at every address of a host has no message, only a code. */
export const reasonOf = (error: unknown): string => {
  if (!(error instanceof Error)) return String(error)
  if (error.message !== '') return error.message
  return 'code' in error ? String(error.code) : error.name
}
