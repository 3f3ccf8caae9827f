import { type ColumnDef, tableFeatures, useTable } from '@tanstack/react-table'
import { useVirtualizer } from '@tanstack/react-virtual'
import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { classNames } from '../../ui/class-names.ts'
import { shortAddress } from '../../ui/short-address.ts'
import { RelativeTime } from '../ui/RelativeTime.tsx'
import { labelOf } from './label-of.ts'
import type { NameRow } from './queries.ts'
import { selectRange } from './select-range.ts'

interface NameTableProps {
  readonly names: readonly NameRow[]
  readonly selected: ReadonlySet<string>
  /** Those that will be revoked. */
  readonly revoked: ReadonlySet<string>
  readonly openLabel: string | undefined
  readonly hasMore: boolean
  readonly onSelect: (selected: ReadonlySet<string>) => void
  readonly onOpen: (label: string) => void
  readonly onEnd: () => void
}

/** Chromium cuts what is higher than 33,554,428 pixels: about a million rows. */
const rowHeight = 32
const overscan = 12

const grid =
  'grid grid-cols-[2rem_minmax(0,1fr)_7rem] md:grid-cols-[2rem_minmax(0,1fr)_8rem_7rem_4.5rem_8rem] items-center'
const narrowColumn = 'state'

/** Rows exist while they are visible. One of them takes the focus; arrows move it. */
export function NameTable({
  names,
  selected,
  revoked,
  openLabel,
  hasMore,
  onSelect,
  onOpen,
  onEnd,
}: NameTableProps) {
  const scroller = useRef<HTMLDivElement>(null)
  const [active, setActive] = useState(0)
  const anchor = useRef(0)
  const virtualizer = useVirtualizer({
    count: names.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    overscan,
  })
  const visible = virtualizer.getVirtualItems()
  const first = visible[0]?.index ?? 0
  const last = visible.at(-1)?.index ?? -1
  // The table knows only the rows that are drawn: all of a long list would block for a second.
  const table = useTable({ features, columns, data: names.slice(first, last + 1) })
  const isAtEnd = hasMore && last >= names.length - overscan
  useEffect(() => {
    if (isAtEnd) onEnd()
  }, [isAtEnd, onEnd])
  const labels = names.map(labelOf)
  const toggle = (index: number, isRange: boolean) => {
    const isSelected = !selected.has(labels[index] ?? '')
    onSelect(selectRange(selected, labels, { from: isRange ? anchor.current : index, to: index, isSelected }))
    anchor.current = index
  }
  const move = (step: number, isRange: boolean) => {
    const index = Math.max(0, Math.min(names.length - 1, active + step))
    if (isRange) onSelect(selectRange(selected, labels, { from: active, to: index, isSelected: true }))
    anchor.current = index
    setActive(index)
    virtualizer.scrollToIndex(index)
    scroller.current?.querySelector<HTMLElement>(`tr[data-index="${index}"] button`)?.focus()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const steps: Readonly<Record<string, number>> = {
      ArrowDown: 1,
      ArrowUp: -1,
      PageDown: 15,
      PageUp: -15,
    }
    const step = steps[event.key]
    const isRow = event.target instanceof HTMLButtonElement
    if (step === undefined && !(event.key === ' ' && isRow)) return
    event.preventDefault()
    if (step === undefined) toggle(active, event.shiftKey)
    else move(step, event.shiftKey)
  }
  return (
    <div ref={scroller} className="min-h-0 flex-1 overflow-y-auto">
      <table className="grid text-sm" aria-rowcount={hasMore ? -1 : names.length + 1}>
        <thead className="bg-ground sticky top-0 z-10 grid">
          {table.getHeaderGroups().map((group) => (
            <tr
              key={group.id}
              className={classNames(grid, 'border-line text-soft h-8 border-b px-4 md:px-6')}
            >
              <th scope="col" className="flex">
                <input
                  type="checkbox"
                  aria-label="Select all names that are loaded"
                  checked={labels.every((label) => selected.has(label))}
                  className="accent-accent size-4"
                  onChange={({ target }) => onSelect(new Set(target.checked ? labels : []))}
                />
              </th>
              <th scope="col" className="text-start font-medium">
                Name
              </th>
              {group.headers.map((header) => (
                <th
                  key={header.id}
                  scope="col"
                  className={classNames(
                    'text-start font-medium',
                    header.column.id !== narrowColumn && 'hidden md:block',
                  )}
                >
                  <table.FlexRender header={header} />
                </th>
              ))}
            </tr>
          ))}
        </thead>
        <tbody className="relative grid" style={{ height: virtualizer.getTotalSize() }} onKeyDown={onKeyDown}>
          {table.getRowModel().rows.map((row, position) => {
            const index = first + position
            const label = labels[index] ?? ''
            const isSelected = selected.has(label)
            return (
              <tr
                key={row.original.ens}
                data-index={index}
                aria-rowindex={index + 2}
                className={classNames(
                  grid,
                  'border-line absolute h-8 w-full border-b px-4 md:px-6',
                  label === openLabel || isSelected ? 'bg-sunk' : 'hover:bg-hover',
                )}
                style={{ transform: `translateY(${index * rowHeight}px)` }}
              >
                <td className="flex">
                  <input
                    type="checkbox"
                    aria-label={`Select ${row.original.ens}`}
                    checked={isSelected}
                    tabIndex={index === active ? 0 : -1}
                    className="accent-accent size-4"
                    onChange={() => {}}
                    onClick={({ shiftKey }) => toggle(index, shiftKey)}
                  />
                </td>
                <td className="min-w-0">
                  <button
                    type="button"
                    tabIndex={index === active ? 0 : -1}
                    title={row.original.ens}
                    aria-label={row.original.ens}
                    className="flex h-8 w-full items-center text-start"
                    onFocus={() => setActive(index)}
                    onClick={() => onOpen(label)}
                  >
                    <bdi className="truncate font-medium">{label}</bdi>
                    <span className="text-soft hidden shrink-0 sm:inline">
                      {row.original.ens.slice(label.length)}
                    </span>
                  </button>
                </td>
                {row.getAllCells().map((cell) => (
                  <td
                    key={cell.id}
                    className={classNames(
                      'text-soft truncate tabular-nums',
                      cell.column.id !== narrowColumn && 'hidden md:block',
                    )}
                  >
                    {cell.column.id === narrowColumn && revoked.has(label) ? (
                      'Will be revoked'
                    ) : (
                      <table.FlexRender cell={cell} />
                    )}
                  </td>
                ))}
              </tr>
            )
          })}
        </tbody>
      </table>
    </div>
  )
}

const features = tableFeatures({})

/** Beside the name, which opens the row; hidden where there is no room. */
const columns: ColumnDef<typeof features, NameRow>[] = [
  {
    id: 'holder',
    header: 'Holder',
    cell: ({ row: { original } }) =>
      original.holder && (
        <span className="mono" title={original.holder}>
          {shortAddress(original.holder)}
        </span>
      ),
  },
  {
    id: 'state',
    header: 'State',
    cell: ({ row: { original } }) => (original.isClaimed ? 'Claimed' : 'Reserved'),
  },
  {
    id: 'records',
    header: 'Records',
    cell: ({ row: { original } }) => countRecords(original),
  },
  {
    id: 'since',
    header: 'Claimed',
    cell: ({ row: { original } }) => original.claimedAt && <RelativeTime iso={original.claimedAt} />,
  },
]

function countRecords({ records }: NameRow): number {
  return records.texts.length + records.addresses.length + (records.contentHash ? 1 : 0)
}
