import type { ReactNode } from 'react'
import { Button } from '../../ui/Button.tsx'
import { formatCount } from '../../ui/format-number.ts'
import { Notice } from '../../ui/Notice.tsx'
import { maxSelected, type useAllLabels } from './use-all-labels.ts'

interface SelectionBarProps {
  readonly count: number
  /** Such as "Select all 5,006"; absent: all are selected. */
  readonly selectAll: string | undefined
  readonly all: ReturnType<typeof useAllLabels>
  readonly onClear: () => void
  /** What is done with the names. */
  readonly children: ReactNode
}

/** How many names are selected, and the way to all that the search finds, loaded or not. */
export function SelectionBar({ count, selectAll, all, onClear, children }: SelectionBarProps) {
  return (
    <div className="grid gap-2 px-4 pt-2 pb-4 md:px-6">
      <div className="bg-raised border-line shadow-lg flex w-full max-w-3xl flex-wrap items-center gap-2 rounded-lg border py-2 ps-4 pe-2 text-sm">
        <span role="status" className="flex-1 font-medium tabular-nums">
          {all.count !== undefined
            ? `Reading the names: ${formatCount(all.count)} so far…`
            : `${formatCount(count)} selected${count === maxSelected ? ', the most at once' : ''}`}
        </span>
        {all.count !== undefined && (
          <Button size="dense" look="quiet" onClick={all.stop}>
            Stop
          </Button>
        )}
        {all.count === undefined && (
          <>
            {selectAll !== undefined && (
              <Button size="dense" look="quiet" onClick={all.read}>
                {selectAll}
              </Button>
            )}
            <Button size="dense" look="quiet" onClick={onClear}>
              Clear
            </Button>
            {children}
          </>
        )}
      </div>
      {all.error !== undefined && (
        <Notice tone="bad" title="Not all names were read." isLive>
          {all.error}
        </Notice>
      )}
    </div>
  )
}
