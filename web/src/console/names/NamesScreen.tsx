import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useCallback, useMemo, useState } from 'react'
import { Button } from '../../ui/Button.tsx'
import { formatCount } from '../../ui/format-number.ts'
import { MessageDialog } from '../messages/MessageDialog.tsx'
import { BulkNotesDialog, type BulkNotesKind } from '../notes/BulkNotesDialog.tsx'
import { type DomainDetails, domainQuery } from '../queries.ts'
import { useSession } from '../session.ts'
import { TemplatesDialog } from '../templates/TemplatesDialog.tsx'
import { download } from '../ui/download.ts'
import { ErrorState, Skeleton } from '../ui/Query.tsx'
import { Empty } from '../ui/Screen.tsx'
import { useRemembered } from '../ui/use-remembered.ts'
import { parseColumns } from './columns.ts'
import { ExportDialog } from './ExportDialog.tsx'
import { FoundInWorkspace, useFoundInWorkspace } from './FoundInWorkspace.tsx'
import { labelOf } from './label-of.ts'
import { NameFilters } from './NameFilters.tsx'
import { NamePanel } from './NamePanel.tsx'
import { NameTable } from './NameTable.tsx'
import { NewNameDialog } from './NewNameDialog.tsx'
import type { NameSearch } from './name-search.ts'
import { namesFile } from './names-csv.ts'
import { namesQuery } from './queries.ts'
import { RevokeDialog } from './RevokeDialog.tsx'
import { useRevokedLabels } from './revocations.ts'
import { SelectionBar } from './SelectionBar.tsx'
import { describeFilter, filterOf } from './saved-filters.ts'
import { maxSelected, useAllLabels } from './use-all-labels.ts'

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
  const [dialog, setDialog] = useState<
    'new' | 'revoke' | 'export' | 'templates' | 'message' | BulkNotesKind
  >()
  const [columns, setColumns] = useRemembered('console-name-columns', parseColumns)
  const { data: details } = useQuery(domainQuery(ref))
  const isBlocked = details?.domain.isBlocked === true
  const mayEdit = useMayEdit(details) && !isBlocked
  const all = useAllLabels(ref, search, setSelected)
  const revoked = useRevokedLabels(ref)
  const found = useFoundInWorkspace(ref, search.search ?? '')
  const names = useMemo(() => data?.pages.flatMap((page) => page.data) ?? [], [data])
  const select = (labels: ReadonlySet<string>) => {
    all.stop()
    setSelected(labels)
  }
  const change = (changes: NameSearch) => {
    select(none)
    void navigate({ search: (current) => ({ ...current, ...changes }), replace: true })
  }
  const open = (label: string | undefined) =>
    void navigate({ search: (current) => ({ ...current, open: label }) })
  const onEnd = useCallback(() => {
    if (!isFetchingNextPage) void fetchNextPage()
  }, [isFetchingNextPage, fetchNextPage])
  // The list of a blocked domain is empty; its count is not.
  const total = isBlocked ? { count: details.domain.names, isExact: true } : data?.pages[0]?.total
  const isFiltered = describeFilter({ ...search, order: undefined }) !== ''
  const startExport = () => {
    const loaded = names.filter((name) => selected.has(labelOf(name)))
    if (selected.size > 0 && loaded.length === selected.size) download(`${ref.domain}.csv`, namesFile(loaded))
    else setDialog('export')
  }
  const allLoaded = names.length > 0 && names.every((name) => selected.has(labelOf(name)))
  const selectAll =
    allLoaded && total && hasNextPage && selected.size < Math.min(total.count, maxSelected)
      ? `Select all ${formatCount(total.count)}${total.isExact ? '' : '+'}`
      : undefined
  return (
    <div className="@container relative flex min-h-0 flex-1">
      <div className="flex min-w-0 flex-1 flex-col">
        <div className="grid gap-3 px-4 pt-5 pb-3 md:px-6">
          <div className="flex flex-wrap items-center justify-between gap-2">
            <h1 className="text-2xl font-semibold tracking-tight">
              Names{' '}
              {total && (
                <span className="text-soft text-base font-normal tabular-nums">
                  {formatCount(total.count)}
                  {total.isExact ? '' : '+'}
                </span>
              )}
            </h1>
            <div className="flex flex-wrap gap-2">
              {selected.size === 0 && (
                <Button size="dense" disabled={names.length === 0} onClick={startExport}>
                  Export
                </Button>
              )}
              {mayEdit && (
                <Button size="dense" className="max-md:hidden" onClick={() => setDialog('templates')}>
                  Templates
                </Button>
              )}
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
          <NameFilters
            domain={ref}
            isReadable={details !== undefined && !isBlocked}
            search={search}
            columns={columns}
            onChange={change}
            onColumns={setColumns}
          />
        </div>
        <div className="px-4 pb-3 empty:hidden md:px-6">{!error && <FoundInWorkspace found={found} />}</div>
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
        {isBlocked && (
          <Empty title="The names of a blocked domain are not listed.">
            {countNames(details)} They are kept, and resolve again when the block is lifted.
          </Empty>
        )}
        {data && names.length === 0 && !isBlocked && (found.names.length === 0 || !isFiltered) && (
          <Empty title={isFiltered ? 'No name is like that.' : 'No name yet.'}>
            {isFiltered
              ? 'Search for less, or remove a filter.'
              : 'Make the first one: it resolves at once, and costs no gas.'}
            {isFiltered ? (
              <Button onClick={() => change(filterOf({}))}>Show all names</Button>
            ) : (
              mayEdit && (
                <Button look="primary" onClick={() => setDialog('new')}>
                  New name
                </Button>
              )
            )}
          </Empty>
        )}
        {names.length > 0 && (
          <NameTable
            domain={ref}
            names={names}
            columns={columns}
            selected={selected}
            revoked={revoked}
            openLabel={search.open}
            hasMore={hasNextPage}
            onSelect={select}
            onOpen={open}
            onEnd={onEnd}
          />
        )}
        {selected.size > 0 && (
          <SelectionBar
            count={selected.size}
            selectAll={selectAll}
            all={all}
            onClear={() => setSelected(none)}
          >
            {mayEdit && (
              <>
                <Button size="dense" onClick={() => setDialog('add-tags')}>
                  Add tags
                </Button>
                <Button size="dense" onClick={() => setDialog('remove-tags')}>
                  Remove tags
                </Button>
                <Button size="dense" onClick={() => setDialog('note')}>
                  Note
                </Button>
                <Button size="dense" onClick={() => setDialog('message')}>
                  Message
                </Button>
              </>
            )}
            <Button size="dense" onClick={startExport}>
              Export selected
            </Button>
            {mayEdit && (
              <Button size="dense" look="danger-plain" onClick={() => setDialog('revoke')}>
                Revoke…
              </Button>
            )}
          </SelectionBar>
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
      {mayEdit && (dialog ?? search.dialog) === 'new' && (
        <NewNameDialog
          domain={ref}
          onClose={() => {
            setDialog(undefined)
            if (search.dialog)
              void navigate({ search: (now) => ({ ...now, dialog: undefined }), replace: true })
          }}
          onMade={open}
        />
      )}
      {dialog === 'templates' && mayEdit && (
        <TemplatesDialog domain={ref} onClose={() => setDialog(undefined)} />
      )}
      {dialog === 'export' && (
        <ExportDialog
          domain={ref}
          search={search}
          {...(selected.size > 0 && { selected })}
          onClose={() => setDialog(undefined)}
        />
      )}
      {(dialog === 'add-tags' || dialog === 'remove-tags' || dialog === 'note') && mayEdit && (
        <BulkNotesDialog
          domain={ref}
          kind={dialog}
          labels={[...selected]}
          onClose={() => setDialog(undefined)}
        />
      )}
      {dialog === 'message' && mayEdit && (
        <MessageDialog domain={ref} labels={[...selected]} onClose={() => setDialog(undefined)} />
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

function countNames({ domain: { names, claimedNames } }: DomainDetails): string {
  const [all, claimed, reserved] = [names, claimedNames, names - claimedNames].map((count) =>
    formatCount(count),
  )
  return `It has ${all} ${names === 1 ? 'name' : 'names'}: ${claimed} claimed, ${reserved} reserved.`
}

/** Whether the session may change names of the domain. The server decides; this only hides what it would refuse. */
function useMayEdit(details: DomainDetails | undefined): boolean {
  const session = useSession()
  if (session?.isOperator) return true
  const role = session?.workspaces.find(({ id }) => id === details?.domain.workspaceId)?.role
  return role === 'owner' || role === 'editor'
}
