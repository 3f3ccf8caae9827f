import { useVirtualizer } from '@tanstack/react-virtual'
import { useMemo, useRef, useState } from 'react'
import { classNames } from '../../ui/class-names.ts'
import { formatCount } from '../../ui/format-number.ts'
import { NameTitle } from '../../ui/NameTitle.tsx'
import { shortAddress } from '../../ui/short-address.ts'
import { StateMark } from '../ui/StateMark.tsx'
import type { ArrivalResult, Outcome, Phase } from './import-types.ts'
import { countOutcomes, outcomeIds, outcomes, outcomeTitle } from './outcomes.ts'
import type { Correction } from './use-correction.ts'

interface ResultTableProps {
  readonly phase: Phase
  readonly domain: string
  readonly results: readonly ArrivalResult[]
  /** Absent: they are not to be corrected here. */
  readonly correction?: Correction | undefined
}

const grid =
  'grid grid-cols-[minmax(0,1fr)_auto] @3xl:grid-cols-[3.5rem_minmax(0,1fr)_7.5rem_8.5rem_minmax(0,1.4fr)] gap-x-4 gap-y-1 px-4'

/** What happens to each name, counted and filtered by the outcome. Rows exist while they are visible. */
export function ResultTable({ phase, domain, results, correction }: ResultTableProps) {
  const [filter, setFilter] = useState<Outcome>()
  const counts = useMemo(() => countOutcomes(results), [results])
  const shown = useMemo(
    () => (filter ? results.filter(({ outcome }) => outcome === filter) : results),
    [results, filter],
  )
  return (
    <div className="grid grid-cols-1 gap-4">
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset is for fields that are sent. */}
      <div role="group" aria-label="Show" className="grid grid-cols-2 gap-2 @md:grid-cols-3 @3xl:grid-cols-6">
        <Tile
          title="All"
          count={results.length}
          isPressed={filter === undefined}
          onPress={() => setFilter(undefined)}
        />
        {outcomeIds.map((outcome) => (
          <Tile
            key={outcome}
            title={outcomeTitle(outcome, phase)}
            count={counts[outcome]}
            isPressed={filter === outcome}
            onPress={() => setFilter(outcome)}
          />
        ))}
      </div>
      <Rows key={filter ?? 'all'} phase={phase} domain={domain} rows={shown} correction={correction} />
    </div>
  )
}

interface TileProps {
  readonly title: string
  readonly count: number
  readonly isPressed: boolean
  readonly onPress: () => void
}

function Tile({ title, count, isPressed, onPress }: TileProps) {
  return (
    <button
      type="button"
      aria-pressed={isPressed}
      onClick={onPress}
      className={classNames(
        'grid min-h-16 content-center rounded border px-3 py-2 text-start transition forced-colors:aria-pressed:outline-2',
        isPressed ? 'bg-accent-soft border-accent-text' : 'bg-raised border-line hover:bg-hover shadow-sm',
      )}
    >
      <span className="text-soft text-sm">{title}</span>
      <span className="text-xl font-semibold tabular-nums">{formatCount(count)}</span>
    </button>
  )
}

interface RowsProps extends Pick<ResultTableProps, 'phase' | 'domain' | 'correction'> {
  readonly rows: readonly ArrivalResult[]
}

/** What is kept has its reason in the rule. */
function wordsOf({ outcome, words }: ArrivalResult): string {
  return outcome === 'kept' && words === '' ? 'It is here with other content.' : words
}

const titles = ['Row', 'Name', 'Holder', 'Outcome', 'Why'] as const

function Rows({ phase, domain, rows, correction }: RowsProps) {
  const scroller = useRef<HTMLDivElement>(null)
  const virtualizer = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => 45,
    overscan: 12,
  })
  if (rows.length === 0) return <p className="text-soft text-sm">No name has this outcome.</p>
  return (
    // A keyboard scrolls what has the focus.
    <section
      ref={scroller}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls.
      tabIndex={0}
      aria-label="Names and what happens to them"
      className="border-line @container max-h-[60vh] overflow-y-auto rounded border"
    >
      <table className="grid text-sm" aria-rowcount={rows.length + 1}>
        <thead className="bg-sunk sticky top-0 z-10 grid">
          <tr className={classNames(grid, 'border-line text-soft h-9 items-center border-b text-xs')}>
            {titles.map((title) => (
              <th
                key={title}
                scope="col"
                className={classNames(
                  'text-start font-medium',
                  title !== 'Name' && title !== 'Outcome' && 'hidden @3xl:block',
                )}
              >
                {title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody className="relative grid" style={{ height: virtualizer.getTotalSize() }}>
          {virtualizer.getVirtualItems().map(({ index, start }) => {
            const row = rows[index]
            if (!row) return null
            const { tone } = outcomes[row.outcome]
            return (
              <tr
                key={index}
                ref={virtualizer.measureElement}
                data-index={index}
                aria-rowindex={index + 2}
                className={classNames(grid, 'border-line absolute w-full items-start border-b py-3')}
                style={{ transform: `translateY(${start}px)` }}
              >
                <td className="text-faint hidden tabular-nums @3xl:block">{formatCount(row.row)}</td>
                <td className="name-breaks min-w-0">
                  <span className="text-faint me-2 tabular-nums @3xl:hidden">
                    <span className="sr-only">Row </span>
                    {formatCount(row.row)}
                  </span>
                  {row.label === '' ? (
                    <span className="text-soft">without a name</span>
                  ) : (
                    <NameTitle name={`${row.label}.${domain}`} />
                  )}
                </td>
                <td className="mono text-soft hidden @3xl:block">
                  {row.address === null ? '—' : shortAddress(row.address)}
                </td>
                <td>
                  <StateMark tone={tone}>{outcomeTitle(row.outcome, phase)}</StateMark>
                </td>
                <td
                  className={classNames(
                    'name-breaks text-soft col-span-2 min-w-0 @3xl:col-span-1',
                    wordsOf(row) === '' && 'hidden @3xl:block',
                  )}
                >
                  {wordsOf(row)}
                  {correction && row.outcome === 'refused' && (
                    <CorrectRow row={row} correction={correction} />
                  )}
                </td>
              </tr>
            )
          })}
        </tbody>
      </table>
    </section>
  )
}

interface CorrectRowProps {
  readonly row: ArrivalResult
  readonly correction: Correction
}

function CorrectRow({ row: { row, label }, correction: { open, correctedRows } }: CorrectRowProps) {
  return (
    <>
      {' '}
      <button type="button" className="text-ink underline underline-offset-4" onClick={() => open(row)}>
        {correctedRows.has(row) ? 'Corrected, not checked yet' : 'Correct it'}
        <span className="sr-only">{` row ${formatCount(row)}, ${label}`}</span>
      </button>
    </>
  )
}
