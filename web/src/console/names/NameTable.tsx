import { useTable } from '@tanstack/react-table'
import { useVirtualizer } from '@tanstack/react-virtual'
import {
  type CSSProperties,
  type KeyboardEvent,
  type RefObject,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react'
import { Avatar } from '../../ui/Avatar.tsx'
import { Badge } from '../../ui/Badge.tsx'
import { classNames } from '../../ui/class-names.ts'
import { NameLine } from '../../ui/NameTitle.tsx'
import { TagList } from '../notes/TagList.tsx'
import type { DomainRef } from '../queries.ts'
import { type ColumnId, fittingColumns, statisticsColumns, tracksOf } from './columns.ts'
import { labelOf } from './label-of.ts'
import { allColumns, features } from './name-columns.tsx'
import type { NameRow } from './queries.ts'
import { selectRange } from './select-range.ts'
import { useNameStatistics } from './use-name-statistics.ts'

interface NameTableProps {
  readonly domain: DomainRef
  readonly names: readonly NameRow[]
  readonly columns: readonly ColumnId[]
  readonly selected: ReadonlySet<string>
  /** Those that will be revoked. */
  readonly revoked: ReadonlySet<string>
  readonly openLabel: string | undefined
  readonly hasMore: boolean
  readonly onSelect: (selected: ReadonlySet<string>) => void
  readonly onOpen: (label: string) => void
  readonly onEnd: () => void
}

/** Chromium cuts what is higher than 33,554,428 pixels: rows are lower where there are very many. */
const maxHeight = 33_000_000

/** Larger where the visitor has large text. */
function rowHeightOf(count: number): number {
  const rem = Number.parseFloat(getComputedStyle(document.documentElement).fontSize)
  return Math.floor(Math.min(2.75 * rem, maxHeight / count))
}

const overscan = 12

const grid = 'grid grid-cols-(--tracks) items-center gap-x-2 px-4 md:px-6'

/** Why a name is found, where one does not see it. */
const reasons: Readonly<Partial<Record<NonNullable<NameRow['matched']>, string>>> = {
  owner: 'By holder',
  tag: 'By tag',
  text: 'By text',
}

/** Rows exist while they are visible. One of them takes the focus; arrows move it. */
export function NameTable({
  domain,
  names,
  columns: chosen,
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
  const rowHeight = rowHeightOf(names.length)
  const virtualizer = useVirtualizer({
    count: names.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    overscan,
  })
  const { measure } = virtualizer
  // biome-ignore lint/correctness/useExhaustiveDependencies: sizes are kept until they are measured again.
  useLayoutEffect(() => measure(), [measure, rowHeight])
  const visible = virtualizer.getVirtualItems()
  const first = visible[0]?.index ?? 0
  const last = visible.at(-1)?.index ?? -1
  const width = useWidth(scroller)
  // A column that would be empty takes no room.
  const isTagged = useMemo(() => names.some(({ tags }) => tags.length > 0), [names])
  const shown = useMemo(
    () => fittingColumns(isTagged ? chosen : chosen.filter((id) => id !== 'tags'), width),
    [chosen, width, isTagged],
  )
  const columns = useMemo(() => allColumns.filter(({ id }) => shown.some((column) => column === id)), [shown])
  const hasState = shown.includes('state')
  const hasTags = shown.includes('tags')
  // The table knows only the rows that are drawn: all of a long list would block for a second.
  const statisticsOf = useNameStatistics(domain, names, {
    first,
    last,
    isWanted: shown.some((column) => statisticsColumns.has(column)) && !virtualizer.isScrolling,
  })
  const rows = names.slice(first, last + 1).map((name) => ({ ...name, statistics: statisticsOf(name.ens) }))
  const table = useTable({ features, columns, data: rows })
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
    <div ref={scroller} className="@container min-h-0 flex-1 overflow-y-auto" style={tracks(shown)}>
      <table className="grid text-sm" aria-rowcount={hasMore ? -1 : names.length + 1}>
        <thead className="bg-ground sticky top-0 z-10 grid">
          {table.getHeaderGroups().map((group) => (
            <tr
              key={group.id}
              className={classNames(grid, 'border-line bg-sunk text-soft h-9 border-y text-xs')}
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
                <th key={header.id} scope="col" className="text-start font-medium">
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
                  'border-line absolute w-full border-b',
                  label === openLabel || isSelected
                    ? 'bg-accent-soft forced-colors:outline-2 forced-colors:-outline-offset-2'
                    : 'hover:bg-hover',
                )}
                style={{ height: rowHeight, transform: `translateY(${index * rowHeight}px)` }}
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
                <td className="flex min-w-0 items-center gap-2">
                  <button
                    type="button"
                    tabIndex={index === active ? 0 : -1}
                    title={row.original.ens}
                    aria-label={row.original.ens}
                    className="flex h-8 min-w-0 flex-1 items-center gap-2.5 text-start"
                    onFocus={() => setActive(index)}
                    onClick={() => onOpen(label)}
                  >
                    <Avatar name={row.original.ens} size={rowHeight > 40 ? 'sm' : 'xs'} />
                    <NameLine name={row.original.ens} />
                    {reasons[row.original.matched ?? 'label'] && (
                      <Badge className="hidden shrink-0 @3xl:inline-flex">
                        {reasons[row.original.matched ?? 'label']}
                      </Badge>
                    )}
                    {!hasState && revoked.has(label) && (
                      <Badge tone="bad" className="shrink-0">
                        Will be revoked
                      </Badge>
                    )}
                  </button>
                  {!hasTags && row.original.tags.length > 0 && <TagList tags={row.original.tags} max={1} />}
                </td>
                {row.getAllCells().map((cell) => (
                  <td key={cell.id} className="text-soft truncate tabular-nums">
                    {cell.column.id === 'state' && revoked.has(label) ? (
                      <Badge tone="bad">Will be revoked</Badge>
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

/** Of an element, in `rem`: larger text leaves less room. 0 until it is drawn. */
function useWidth(element: RefObject<HTMLElement | null>): number {
  const [width, setWidth] = useState(0)
  useLayoutEffect(() => {
    const { current } = element
    if (!current) return undefined
    const measure = () => {
      const rem = Number.parseFloat(getComputedStyle(document.documentElement).fontSize)
      setWidth(current.clientWidth / rem)
    }
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(current)
    return () => observer.disconnect()
  }, [element])
  return width
}

function tracks(shown: readonly ColumnId[]): CSSProperties {
  return Object.fromEntries([['--tracks', tracksOf(shown)]])
}
