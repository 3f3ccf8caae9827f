import { useQuery } from '@tanstack/react-query'
import { Bookmark, Check, Columns3 } from 'lucide-react'
import { SearchInput } from '../../form/inputs.tsx'
import { Button } from '../../ui/Button.tsx'
import { Menu, MenuGroup, MenuItem, MenuSeparator } from '../../ui/Menu.tsx'
import { Popover } from '../../ui/Popover.tsx'
import { Select } from '../../ui/Select.tsx'
import { tagsQuery } from '../notes/queries.ts'
import type { DomainRef } from '../queries.ts'
import { useRemembered } from '../ui/use-remembered.ts'
import { type ColumnId, nameColumns } from './columns.ts'
import { FilterDialog } from './FilterDialog.tsx'
import type { NameSearch } from './name-search.ts'
import {
  describeFilter,
  filterOf,
  isSameFilter,
  maxSavedFilters,
  orders,
  parseSavedFilters,
  recordOptions,
  states,
  tagOptions,
} from './saved-filters.ts'

interface NameFiltersProps {
  readonly domain: DomainRef
  /** A blocked domain shows no tags. */
  readonly isReadable: boolean
  readonly search: NameSearch
  readonly columns: readonly ColumnId[]
  readonly onChange: (changes: NameSearch) => void
  readonly onColumns: (columns: readonly ColumnId[]) => void
}

export function NameFilters({ domain, isReadable, search, columns, onChange, onColumns }: NameFiltersProps) {
  const { data: counted = [] } = useQuery({ ...tagsQuery(domain), enabled: isReadable })
  const tags = counted.map(({ tag }) => tag)
  return (
    <search className="flex flex-wrap items-center gap-2">
      <div className="flex min-w-32 flex-1 md:flex-none">
        <SearchInput
          label="Search names"
          value={search.search}
          onSearch={(text) => onChange({ search: text })}
        />
      </div>
      <div className="flex shrink-0 gap-2 md:hidden">
        <FilterDialog search={search} tags={tags} onChange={onChange} />
      </div>
      <Select
        aria-label="State"
        value={search.state ?? 'all'}
        options={states}
        className="w-auto max-md:hidden"
        onChange={(state) => onChange({ state: state === 'all' ? undefined : state })}
      />
      <Select
        aria-label="Record"
        value={search.has ?? ''}
        options={recordOptions(search.has)}
        className="w-auto max-md:hidden"
        onChange={(has) => onChange({ has: has || undefined })}
      />
      {(tags.length > 0 || search.tag !== undefined) && (
        <Select
          aria-label="Tag"
          value={search.tag ?? ''}
          options={tagOptions(tags, search.tag)}
          className="w-auto max-w-48 max-md:hidden"
          onChange={(tag) => onChange({ tag: tag || undefined })}
        />
      )}
      <Select
        aria-label="Order"
        isDisabled={search.search !== undefined}
        value={search.order ?? 'newest'}
        options={orders}
        className="w-auto max-md:hidden"
        onChange={(order) => onChange({ order: order === 'newest' ? undefined : order })}
      />
      <SavedFilters
        key={`${domain.chainId} ${domain.domain}`}
        domain={domain}
        search={search}
        onChange={onChange}
      />
      {/* A table of a smaller window has no room for a choice. */}
      <div className="hidden lg:block">
        <ColumnChoice columns={columns} onChange={onColumns} />
      </div>
    </search>
  )
}

type SavedFiltersProps = Pick<NameFiltersProps, 'domain' | 'search' | 'onChange'>

/** Kept by the browser for the domain, described by what they filter. */
function SavedFilters({ domain, search, onChange }: SavedFiltersProps) {
  const [saved, setSaved] = useRemembered(
    `console-filters ${domain.chainId} ${domain.domain}`,
    parseSavedFilters,
  )
  const current = filterOf(search)
  const title = describeFilter(current)
  const isSaved = saved.some((filter) => isSameFilter(filter, current))
  const isFull = saved.length >= maxSavedFilters
  return (
    <Menu
      trigger={
        <Button size="dense" className="shrink-0" aria-label="Saved filters">
          <Bookmark aria-hidden className="text-soft size-4" />
          <span className="max-md:sr-only">Saved filters</span>
        </Button>
      }
    >
      {saved.length > 0 && (
        <MenuGroup label="In this browser">
          {saved.map((filter) => (
            <MenuItem
              key={describeFilter(filter)}
              icon={
                isSameFilter(filter, current) ? (
                  <Check aria-hidden className="size-4 shrink-0" />
                ) : (
                  <span aria-hidden className="size-4 shrink-0" />
                )
              }
              onClick={() => onChange(filter)}
            >
              <bdi className="name-breaks">{describeFilter(filter)}</bdi>
            </MenuItem>
          ))}
        </MenuGroup>
      )}
      {saved.length > 0 && <MenuSeparator />}
      {isSaved ? (
        <MenuItem
          tone="bad"
          onClick={() => setSaved(saved.filter((filter) => !isSameFilter(filter, current)))}
        >
          Forget this filter
        </MenuItem>
      ) : (
        <MenuItem isDisabled={title === '' || isFull} onClick={() => setSaved([...saved, current])}>
          {saveTitle(title, isFull)}
        </MenuItem>
      )}
      {title !== '' && <MenuItem onClick={() => onChange(filterOf({}))}>Show all names</MenuItem>}
    </Menu>
  )
}

function saveTitle(title: string, isFull: boolean): string {
  if (title === '') return 'Search or filter first, then save it here'
  return isFull ? `${maxSavedFilters} filters are saved: forget one first` : 'Save this filter'
}

interface ColumnChoiceProps {
  readonly columns: readonly ColumnId[]
  readonly onChange: (columns: readonly ColumnId[]) => void
}

function ColumnChoice({ columns, onChange }: ColumnChoiceProps) {
  return (
    <Popover
      label="Columns"
      align="end"
      className="w-44 p-2"
      trigger={
        <Button size="dense">
          <Columns3 aria-hidden className="text-soft size-4" />
          Columns
        </Button>
      }
    >
      {nameColumns.map(({ id, title }) => (
        <label
          key={id}
          className="hover:bg-hover flex min-h-9 items-center gap-3 rounded-sm px-2 text-sm pointer-coarse:min-h-11"
        >
          <input
            type="checkbox"
            className="accent-accent size-4"
            checked={columns.includes(id)}
            onChange={({ target }) =>
              onChange(target.checked ? [...columns, id] : columns.filter((other) => other !== id))
            }
          />
          {title}
        </label>
      ))}
    </Popover>
  )
}
