import { toHex } from '../../crypto/hex.ts'
import { encodeParameter } from '../driver/columns.ts'
import type { UnnestedRow } from '../driver/sql-dialect.ts'

/** Text form of an array (PostgreSQL, "Array Value Input"). The driver's own makes several strings of each value. */
export function arrayLiteral(values: readonly UnnestedRow[string][]): string {
  return `{${values.map(toElement).join(',')}}`
}

function toElement(value: UnnestedRow[string]): string {
  if (value === null) return 'NULL'
  if (typeof value === 'string') return quoted(value)
  return value instanceof Uint8Array ? `"\\\\${toHex(value).slice(1)}"` : String(encodeParameter(value))
}

/** What JSON writes by other escapes than those of an array, a backslash before the character itself. */
const escapedOtherwise = /[^ -\ud7ff\ue000-\uffff]/

function quoted(text: string): string {
  return escapedOtherwise.test(text) ? `"${text.replaceAll(/["\\]/g, '\\$&')}"` : JSON.stringify(text)
}
