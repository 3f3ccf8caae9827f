/** Beside the name, in their order. */
export const nameColumns = [
  { id: 'holder', title: 'Holder', width: '8.5rem', isDefault: true },
  { id: 'state', title: 'State', width: '7.5rem', isDefault: true },
  { id: 'records', title: 'Records', width: '8.5rem', isDefault: true },
  { id: 'claimed', title: 'Claimed', width: '8rem', isDefault: true },
  { id: 'lookups', title: 'Lookups', width: '6rem', isDefault: true },
  { id: 'looked-up', title: 'Last lookup', width: '8rem', isDefault: false },
] as const

export type ColumnId = (typeof nameColumns)[number]['id']

/** They are read for the rows that are drawn. */
export const statisticsColumns: ReadonlySet<ColumnId> = new Set(['lookups', 'looked-up'])

/** Of what the browser kept; the usual ones where it kept nothing that can be used. */
export function parseColumns(stored: unknown): readonly ColumnId[] {
  return nameColumns
    .filter(({ id, isDefault }) => (Array.isArray(stored) ? stored.includes(id) : isDefault))
    .map(({ id }) => id)
}

/** The tracks of a wide table: the checkbox, the name, the chosen columns. */
export function tracksOf(chosen: readonly ColumnId[]): string {
  const widths = nameColumns.filter(({ id }) => chosen.includes(id)).map(({ width }) => width)
  return ['2rem', 'minmax(0,1fr)', ...widths].join(' ')
}
