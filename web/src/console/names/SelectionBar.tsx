import type { ReactNode } from 'react'
import { Button } from '../../ui/Button.tsx'
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
    <>
      <div className="bg-sunk flex flex-wrap items-center gap-2 rounded px-3 py-1 text-sm">
        <span role="status" className="flex-1">
          {all.count !== undefined
            ? `Reading the names: ${all.count.toLocaleString('en')} so far…`
            : `${count.toLocaleString('en')} selected${count === maxSelected ? ', the most at once' : ''}`}
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
    </>
  )
}
