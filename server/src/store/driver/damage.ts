import { errorCode } from '../../errors.ts'

/** What queries have found of a database that is damaged, or whose disk fails. */
export interface DamageNotes {
  readonly note: (error: unknown) => void
  /** Such as `SQLite error 11: database disk image is malformed`; undefined: nothing for a day. */
  readonly found: () => string | undefined
}

/**
 * SQLite's extended codes: malformed, no database; of I/O: read, short read, sync, checksum, file system
 * (https://sqlite.org/rescode.html). Other errors of I/O also come from a disk that is full.
 */
const sqliteCodes: readonly number[] = [11, 26, 266, 522, 1034, 8202, 8458]

/** Of PostgreSQL: a damaged table, a damaged index, I/O. */
const sqlStates: readonly string[] = ['XX001', 'XX002', '58030']

/** Milliseconds: what is rarely read is damaged all the same. */
const keptMs = 86_400_000

export function createDamageNotes(): DamageNotes {
  let last: { readonly at: number; readonly text: string } | undefined
  return {
    note: (error) => {
      const text = describeDamage(error)
      if (text !== undefined) last = { at: performance.now(), text }
    },
    found: () => (last && performance.now() - last.at < keptMs ? last.text : undefined),
  }
}

function describeDamage(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined
  const code = 'errcode' in error && typeof error.errcode === 'number' ? error.errcode : undefined
  if (code !== undefined)
    return sqliteCodes.includes(code) || [11, 26].includes(code & 0xff)
      ? `SQLite error ${code}: ${error.message}`
      : undefined
  const state = errorCode(error)
  return state !== undefined && sqlStates.includes(state) ? `PostgreSQL error ${state}` : undefined
}
