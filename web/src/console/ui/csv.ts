/** By which spreadsheets know that a file is UTF-8. */
export const byteOrderMark = '\ufeff'

/**
 * What begins a formula in a spreadsheet, full-width forms and white space before it included: some programs normalize
 * and trim cells.
 */
const formulaStart = /^\s*[=+\-@＝＋－＠\t\r\n|%]/u

/** A line of RFC 4180. Holders write records, and spreadsheets run cells that begin like a formula: these begin with `'`. */
export function csvLine(cells: readonly string[]): string {
  return `${cells.map(toCell).join(',')}\r\n`
}

function toCell(text: string): string {
  const safe = formulaStart.test(text) ? `'${text}` : text
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}
