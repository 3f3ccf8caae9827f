/** The primary result code of an error of `node:sqlite`, which is the low byte of its extended one; else `undefined`. */
export function resultCodeOf(error: unknown): number | undefined {
  return error instanceof Error && 'errcode' in error && typeof error.errcode === 'number'
    ? error.errcode & 0xff
    : undefined
}
