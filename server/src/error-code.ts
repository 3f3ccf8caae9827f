/** The `code` of an error of Node, of the operating system (`ENOENT`) or of a database driver (an SQLSTATE). */
export function errorCode(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined
}
