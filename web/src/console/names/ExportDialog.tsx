import { useEffect, useRef, useState } from 'react'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { formatCount } from '../../ui/format-number.ts'
import { nameText } from '../../ui/name-text.ts'
import { keepStep } from '../overview/kept-steps.ts'
import type { DomainRef } from '../queries.ts'
import { ApiCall } from '../ui/ApiCall.tsx'
import { download } from '../ui/download.ts'
import { ErrorState } from '../ui/Query.tsx'
import { exportNames } from './export-names.ts'
import { labelOf } from './label-of.ts'
import type { NameSearch } from './name-search.ts'
import { managedNamesPath, namePages } from './queries.ts'

interface ExportDialogProps {
  readonly domain: DomainRef
  /** Only what it finds. */
  readonly search?: NameSearch
  /** Only these labels of what it finds. */
  readonly selected?: ReadonlySet<string> | undefined
  /** The file is downloaded. */
  readonly onExported?: () => void
  readonly onClose: () => void
}

/** Reads every page, with progress. Closing it stops it. */
export function ExportDialog({ domain, search = {}, selected, onExported, onClose }: ExportDialogProps) {
  const isFiltered = [search.search, search.state, search.has, search.tag].some((one) => one !== undefined)
  const [count, setCount] = useState<number>()
  const [error, setError] = useState<unknown>()
  const running = useRef<AbortController>(undefined)
  useEffect(() => () => running.current?.abort(), [])
  const start = async () => {
    const controller = new AbortController()
    running.current = controller
    setError(undefined)
    setCount(0)
    try {
      const pages = namePages(domain, search, controller.signal)
      const file = await exportNames({ pages: only(selected, pages), onProgress: setCount })
      if (controller.signal.aborted) return
      download(`${domain.domain}.csv`, file)
      if (!isFiltered && !selected) keepStep(domain, 'exported')
      onExported?.()
      onClose()
    } catch (failure) {
      if (controller.signal.aborted) return
      setError(failure)
      setCount(undefined)
    }
  }
  return (
    <Dialog title={titleOf({ domain, selected, isFiltered })} onClose={onClose}>
      <div className="grid gap-4">
        <p>
          A CSV file with a row for each name, and all its records. It can be imported again, here or
          elsewhere.
        </p>
        {count !== undefined && (
          <p role="status" className="tabular-nums">
            {formatCount(count)} names so far…
          </p>
        )}
        {error !== undefined && <ErrorState title="The names were not exported." error={error} />}
        <Button look="primary" disabled={count !== undefined} onClick={() => void start()}>
          {count === undefined ? 'Export' : 'Exporting…'}
        </Button>
        <ApiCall
          method="GET"
          path={managedNamesPath}
          params={{ domain: domain.domain }}
          query={{
            chainId: domain.chainId,
            limit: 100,
            state: search.state ?? 'all',
            ...(search.search && { search: search.search }),
            ...(search.has && { has: search.has }),
            ...(search.tag && { tag: search.tag }),
          }}
        />
      </div>
    </Dialog>
  )
}

interface Subject extends Pick<ExportDialogProps, 'domain' | 'selected'> {
  readonly isFiltered: boolean
}

function titleOf({ domain, selected, isFiltered }: Subject): string {
  if (selected) return `Export ${formatCount(selected.size)} names`
  return isFiltered ? 'Export what is found' : `Export the names of ${nameText(domain.domain)}`
}

async function* only(selected: ReadonlySet<string> | undefined, pages: ReturnType<typeof namePages>) {
  for await (const names of pages)
    yield selected ? names.filter((name) => selected.has(labelOf(name))) : names
}
