/** Beside the name, in their order; `rem`: their width. */
export const nameColumns = [
  { id: 'tags', title: 'Tags', rem: 11, isDefault: true },
  { id: 'holder', title: 'Holder', rem: 8.5, isDefault: true },
  { id: 'state', title: 'State', rem: 7.5, isDefault: true },
  { id: 'records', title: 'Records', rem: 7, isDefault: true },
  { id: 'claimed', title: 'Claimed', rem: 7, isDefault: true },
  { id: 'lookups', title: 'Lookups', rem: 5.5, isDefault: true },
  { id: 'looked-up', title: 'Last lookup', rem: 7.5, isDefault: false },
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

/** The last of these is left out first where the table lacks room. */
const byImportance: readonly ColumnId[] = [
  'state',
  'holder',
  'tags',
  'claimed',
  'records',
  'lookups',
  'looked-up',
]

/** In `rem`: the checkbox, the space at both edges, and what a name has at least. */
const room = { checkbox: 2, edges: 3, gap: 0.5, name: 12 } as const

/** Of the chosen columns those that a table of this width (in `rem`) has room for, in their order. The name is always there. */
export function fittingColumns(chosen: readonly ColumnId[], width: number): readonly ColumnId[] {
  let left = width - room.checkbox - room.edges - room.gap - room.name
  const fitting = new Set<ColumnId>()
  for (const { id, rem } of byImportance.flatMap((one) => nameColumns.filter(({ id }) => id === one))) {
    if (!chosen.includes(id)) continue
    left -= rem + room.gap
    if (left < 0) break
    fitting.add(id)
  }
  return nameColumns.map(({ id }) => id).filter((id) => fitting.has(id))
}

/** The tracks of a table: the checkbox, the name, the columns. */
export function tracksOf(columns: readonly ColumnId[]): string {
  const widths = nameColumns.filter(({ id }) => columns.includes(id)).map(({ rem }) => `${rem}rem`)
  return [`${room.checkbox}rem`, 'minmax(0,1fr)', ...widths].join(' ')
}
