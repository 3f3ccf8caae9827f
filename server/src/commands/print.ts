type Row = Readonly<Record<string, unknown>>

export function printRecord(row: Row, asJson: boolean): void {
  console.log(asJson ? toJson(row) : formatFields(row))
}

export function printTable(rows: readonly Row[], asJson: boolean): void {
  console.log(asJson ? toJson(rows) : formatColumns(rows))
}

function toJson(value: unknown): string {
  return JSON.stringify(value, null, 2)
}

function formatFields(row: Row): string {
  const fields = Object.entries(row)
  const width = Math.max(...fields.map(([name]) => name.length))
  return fields.map(([name, value]) => `${name.padEnd(width)}  ${formatCell(value)}`).join('\n')
}

function formatColumns(rows: readonly Row[]): string {
  const [first] = rows
  if (!first) return 'None.'
  const titles = Object.keys(first)
  const lines = [titles, ...rows.map((row) => titles.map((title) => formatCell(row[title])))]
  const widths = titles.map((_, column) => Math.max(...lines.map((line) => line[column]?.length ?? 0)))
  return lines
    .map((line) =>
      line
        .map((text, column) => text.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n')
}

export function formatCell(value: unknown): string {
  if (value === null || value === undefined) return '-'
  return escapeControlCharacters(Array.isArray(value) ? value.join(',') : String(value))
}

/** Untrusted text could move the cursor or hide lines. */
export function escapeControlCharacters(text: string): string {
  return text.replaceAll(
    /\p{Cc}/gu,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
}
