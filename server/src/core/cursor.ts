import { createHash } from 'node:crypto'
import { AppError, type ErrorName } from '../errors.ts'

/** Names the list and its filters, which every page has in common. */
export type ListIdentity = readonly (string | number | boolean | null)[]

/** An opaque text: base64url of JSON. Callers can forge it, so its position must select nothing that they may not read. */
export function encodeCursor(list: ListIdentity, position: readonly (string | number)[]): string {
  return Buffer.from(JSON.stringify([fingerprintOf(list), ...position])).toString('base64url')
}

/** Returns the position, unchecked; rejects texts that are no cursor, and cursors of other lists. */
export function decodeCursor(list: ListIdentity, cursor: string): readonly unknown[] {
  const [fingerprint, ...position] = parseCursor(cursor)
  if (fingerprint === fingerprintOf(list)) return position
  throw new AppError(
    'BadRequestException',
    'after: is a cursor of a list with other filters or another order. Repeat the parameters of the first page.',
  )
}

decodeCursor.errors = ['BadRequestException'] as const satisfies readonly ErrorName[]

export function invalidCursorError(): AppError {
  return new AppError(
    'BadRequestException',
    'after: is not a cursor. Use `next` of the previous page, or leave it out for the first.',
  )
}

/** Of a list in the order of its internal keys, as `decodeCursor` returns it. */
export function readKeyPosition([key, ...rest]: readonly unknown[]): number {
  if (rest.length === 0 && isKey(key)) return key
  throw invalidCursorError()
}

/** Keys are 32-bit integers. */
export function isKey(value: unknown): value is number {
  return typeof value === 'number' && Number.isInteger(value) && value >= 0 && value < 2 ** 31
}

function parseCursor(cursor: string): readonly unknown[] {
  let parsed: unknown
  try {
    parsed = JSON.parse(Buffer.from(cursor, 'base64url').toString())
  } catch {
    throw invalidCursorError()
  }
  if (!Array.isArray(parsed)) throw invalidCursorError()
  return parsed
}

function fingerprintOf(list: ListIdentity): string {
  return createHash('sha256').update(JSON.stringify(list)).digest().subarray(0, 9).toString('base64url')
}
