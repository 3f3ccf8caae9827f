type Alignment = 'left' | 'right'

/** A markdown table. Columns whose alignment is not given are aligned to the right; the first one never is. */
export function table(
  head: readonly string[],
  rows: readonly (readonly string[])[],
  alignments: readonly Alignment[] = ['left'],
): string {
  const widths = head.map((_, column) => Math.max(...[head, ...rows].map((row) => row[column]?.length ?? 0)))
  const isLeft = (column: number) => alignments[column] === 'left'
  const pad = (cell: string, column: number) =>
    isLeft(column) ? cell.padEnd(widths[column] ?? 0) : cell.padStart(widths[column] ?? 0)
  const line = (cells: readonly string[]) => `| ${cells.map(pad).join(' | ')} |`
  const rule = widths.map((width, column) =>
    isLeft(column) ? '-'.repeat(width) : `${'-'.repeat(width - 1)}:`,
  )
  return [line(head), `| ${rule.join(' | ')} |`, ...rows.map(line)].join('\n')
}
