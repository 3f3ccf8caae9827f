import { AppError } from '../../errors.ts'
import { utf8ByteLength } from '../byte-length.ts'
import { collectUnique, mergeEntries, type RecordKind, sumOf } from './record-kind.ts'

/** ENSIP-5. Stored values are never empty. */
export interface TextRecord {
  readonly key: string
  readonly value: string
}

/** By key, in the caller's order. */
export type TextChanges = ReadonlyMap<string, string | null>

export const texts: RecordKind<readonly TextRecord[], readonly TextRecord[], TextChanges> = {
  empty: [],
  parse: (input, limits) =>
    collectUnique(
      input.map(({ key, value }) => {
        if (key === '') throw new AppError('InvalidRecordException', 'A text key must not be empty.')
        assertStorable(key, 'text key', limits.textKey)
        assertStorable(value, 'text value', limits.textValue)
        return [key, value || null] as const
      }),
      'The text key',
    ),
  merge: (stored, changes) =>
    mergeEntries(
      stored.map(({ key, value }) => [key, value] as const),
      changes,
    ).map(([key, value]) => ({ key, value })),
  count: ({ length }) => length,
  entries: (stored) => stored.map(({ key, value }) => [key, value]),
  byteLength: (stored) => sumOf(stored, ({ key, value }) => utf8ByteLength(key) + utf8ByteLength(value)),
  print: (stored) => stored.map(({ key, value }) => [`text ${key}`, value]),
}

/** Rejects text that a database cannot store unchanged. */
function assertStorable(text: string, what: string, maxBytes: number): void {
  const bytes = utf8ByteLength(text)
  if (bytes > maxBytes)
    throw new AppError(
      'InvalidRecordException',
      `A ${what} has at most ${maxBytes} bytes in UTF-8; this one has ${bytes}.`,
    )
  if (!text.isWellFormed() || text.includes('\0'))
    throw new AppError('InvalidRecordException', `A ${what} must be valid Unicode without the NUL character.`)
}
