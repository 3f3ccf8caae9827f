/** Beside the name, in their order. */
export const nameColumns = [
  { id: 'holder', title: 'Holder', width: '8.5rem' },
  { id: 'state', title: 'State', width: '7.5rem' },
  { id: 'records', title: 'Records', width: '8.5rem' },
  { id: 'claimed', title: 'Claimed', width: '8rem' },
] as const

export type ColumnId = (typeof nameColumns)[number]['id']

/** Of what the browser kept; all where it kept nothing that can be used. */
export function parseColumns(stored: unknown): readonly ColumnId[] {
  const ids = nameColumns.map(({ id }) => id)
  return Array.isArray(stored) ? ids.filter((id) => stored.includes(id)) : ids
}

/** The tracks of a wide table: the checkbox, the name, the chosen columns. */
export function tracksOf(chosen: readonly ColumnId[]): string {
  const widths = nameColumns.filter(({ id }) => chosen.includes(id)).map(({ width }) => width)
  return ['2rem', 'minmax(0,1fr)', ...widths].join(' ')
}
