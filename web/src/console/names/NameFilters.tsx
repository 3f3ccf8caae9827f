import { SearchInput } from '../ui/SearchInput.tsx'
import type { NameSearch } from './name-search.ts'

interface NameFiltersProps {
  readonly search: NameSearch
  readonly onChange: (changes: NameSearch) => void
}

const shape = 'border-edge bg-ground min-h-8 rounded border px-2 text-sm'

export function NameFilters({ search, onChange }: NameFiltersProps) {
  return (
    <search className="flex flex-wrap gap-2">
      <SearchInput
        label="Search names"
        value={search.search}
        onSearch={(text) => onChange({ search: text })}
      />
      <select
        aria-label="State"
        value={search.state ?? 'all'}
        className={shape}
        onChange={({ currentTarget }) => onChange({ state: stateOf(currentTarget.value) })}
      >
        <option value="all">All states</option>
        <option value="claimed">Claimed</option>
        <option value="reserved">Reserved</option>
      </select>
      <select
        aria-label="Record"
        value={search.has ?? ''}
        className={shape}
        onChange={({ currentTarget }) => onChange({ has: currentTarget.value || undefined })}
      >
        <option value="">Any records</option>
        <option value="address:60">With an ETH address</option>
        <option value="text:avatar">With an avatar</option>
        <option value="contenthash">With a site</option>
        {search.has && !knownRecords.has(search.has) && <option value={search.has}>{search.has}</option>}
      </select>
      <select
        aria-label="Order"
        disabled={search.search !== undefined}
        value={search.order ?? 'newest'}
        className={shape}
        onChange={({ currentTarget }) => onChange({ order: orderOf(currentTarget.value) })}
      >
        <option value="newest">Newest first</option>
        <option value="oldest">Oldest first</option>
        <option value="label">By name</option>
      </select>
    </search>
  )
}

const knownRecords = new Set(['address:60', 'text:avatar', 'contenthash'])

function stateOf(value: string): NameSearch['state'] {
  return value === 'claimed' || value === 'reserved' ? value : undefined
}

function orderOf(value: string): NameSearch['order'] {
  return value === 'oldest' || value === 'label' ? value : undefined
}
