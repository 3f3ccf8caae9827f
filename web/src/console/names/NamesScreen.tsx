import { useInfiniteQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useCallback, useMemo, useState } from 'react'
import { Button } from '../../ui/Button.tsx'
import { namesQuery } from '../queries/names.ts'
import { useMayEdit } from '../queries/use-may-edit.ts'
import { download } from '../ui/download.ts'
import { Empty } from '../ui/Empty.tsx'
import { ErrorState } from '../ui/ErrorState.tsx'
import { Skeleton } from '../ui/Skeleton.tsx'
import { ExportDialog } from './ExportDialog.tsx'
import { labelOf } from './label-of.ts'
import { NameFilters } from './NameFilters.tsx'
import { NamePanel } from './NamePanel.tsx'
import { NameTable } from './NameTable.tsx'
import { NewNameDialog } from './NewNameDialog.tsx'
import type { NameSearch } from './name-search.ts'
import { namesFile } from './names-csv.ts'
import { RevokeDialog } from './RevokeDialog.tsx'

const route = getRouteApi('/console/domains/$chainId/$domain/names')
const none: ReadonlySet<string> = new Set()

export function NamesScreen() {
  const params = route.useParams()
  const ref = { domain: params.domain, chainId: Number(params.chainId) }
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const { data, error, refetch, hasNextPage, isFetchingNextPage, fetchNextPage } = useInfiniteQuery(
    namesQuery(ref, search),
  )
  const [selected, setSelected] = useState(none)
  const [dialog, setDialog] = useState<'new' | 'revoke' | 'export'>()
  const mayEdit = useMayEdit(ref)
  const names = useMemo(() => data?.pages.flatMap((page) => page.data) ?? [], [data])
  const change = (changes: NameSearch) => {
    setSelected(none)
    void navigate({ search: (current) => ({ ...current, ...changes }), replace: true })
  }
  const open = (label: string | undefined) =>
    void navigate({ search: (current) => ({ ...current, open: label }) })
  const onEnd = useCallback(() => {
    if (!isFetchingNextPage) void fetchNextPage()
  }, [isFetchingNextPage, fetchNextPage])
  const total = data?.pages[0]?.total
  const isFiltered = search.search !== undefined || search.state !== undefined || search.has !== undefined
  const exportSelected = () =>
    download(`${ref.domain}.csv`, namesFile(names.filter((name) => selected.has(labelOf(name)))))
  return (
    <div className="flex min-h-0 flex-1">
      <div className="flex min-w-0 flex-1 flex-col">
        <div className="grid gap-3 px-4 pt-5 pb-3 md:px-6">
          <div className="flex flex-wrap items-center justify-between gap-2">
            <h1 className="text-2xl font-semibold tracking-tight">
              Names{' '}
              {total && (
                <span className="text-soft text-base font-normal tabular-nums">
                  {total.count.toLocaleString('en')}
                  {total.isExact ? '' : '+'}
                </span>
              )}
            </h1>
            <div className="flex flex-wrap gap-2">
              <Button
                size="dense"
                disabled={names.length === 0}
                onClick={() => (selected.size > 0 ? exportSelected() : setDialog('export'))}
              >
                {selected.size > 0 ? 'Export selected' : 'Export'}
              </Button>
              {mayEdit && (
                <Button size="dense" onClick={() => void navigate({ to: '../import' })}>
                  Import
                </Button>
              )}
              {mayEdit && (
                <Button size="dense" look="primary" aria-keyshortcuts="n" onClick={() => setDialog('new')}>
                  New name
                </Button>
              )}
            </div>
          </div>
          <NameFilters search={search} onChange={change} />
          {selected.size > 0 && (
            <div
              role="status"
              className="bg-raised flex flex-wrap items-center gap-2 rounded px-3 py-1 text-sm"
            >
              <span className="flex-1">{selected.size.toLocaleString('en')} selected</span>
              <Button size="dense" look="quiet" onClick={() => setSelected(none)}>
                Clear
              </Button>
              {mayEdit && (
                <Button size="dense" look="danger" onClick={() => setDialog('revoke')}>
                  Revoke…
                </Button>
              )}
            </div>
          )}
        </div>
        {error && (
          <div className="px-4 md:px-6">
            <ErrorState title="The names were not read." error={error} onRetry={() => void refetch()} />
          </div>
        )}
        {!data && !error && (
          <div className="px-4 md:px-6">
            <Skeleton label="Loading the names" lines={12} />
          </div>
        )}
        {data && names.length === 0 && (
          <Empty title={isFiltered ? 'No name is like that.' : 'No name yet.'}>
            {isFiltered
              ? 'Search for less, or remove a filter.'
              : 'Make the first one: it resolves at once, and costs no gas.'}
          </Empty>
        )}
        {names.length > 0 && (
          <NameTable
            names={names}
            selected={selected}
            openLabel={search.open}
            hasMore={hasNextPage}
            onSelect={setSelected}
            onOpen={open}
            onEnd={onEnd}
          />
        )}
      </div>
      {search.open !== undefined && (
        <NamePanel
          key={search.open}
          domain={ref}
          label={search.open}
          mayEdit={mayEdit}
          onClose={() => open(undefined)}
        />
      )}
      {dialog === 'new' && <NewNameDialog domain={ref} onClose={() => setDialog(undefined)} onMade={open} />}
      {dialog === 'export' && (
        <ExportDialog domain={ref} search={search} onClose={() => setDialog(undefined)} />
      )}
      {dialog === 'revoke' && (
        <RevokeDialog
          domain={ref}
          labels={[...selected]}
          onClose={() => setDialog(undefined)}
          onRevoked={() => {
            setSelected(none)
            setDialog(undefined)
          }}
        />
      )}
    </div>
  )
}
