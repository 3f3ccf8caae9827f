import { useQuery } from '@tanstack/react-query'
import { DateInput } from '../../form/choices.tsx'
import { Button } from '../../ui/Button.tsx'
import { formatDay } from '../../ui/date-text.ts'
import { Select } from '../../ui/Select.tsx'
import { shortAddress } from '../../ui/short-address.ts'
import { keysQuery } from '../keys/queries.ts'
import { membersQuery } from '../members/queries.ts'
import { primaryNamesQuery } from '../primary-names.ts'
import { type EventKind, eventKindOptions } from './event-kinds.ts'
import { type EventSearch, type EventSpan, isFiltered } from './event-search.ts'
import { useMayListKeys } from './use-actor-names.ts'

interface ActivityFiltersProps {
  readonly search: EventSearch
  /** Whose members and keys are listed; undefined while it is read. */
  readonly workspaceId: string | undefined
  /** Kinds that the list cannot have. */
  readonly without: readonly EventKind[]
  readonly onChange: (changes: EventSearch) => void
}

const anyone = ''

const mainnet = 1

const spanOptions = [
  { value: 'any', title: 'Any time' },
  { value: '24h', title: 'Last 24 hours' },
  { value: '7d', title: 'Last 7 days' },
  { value: '30d', title: 'Last 30 days' },
  { value: 'days', title: 'Between two days' },
] as const satisfies readonly { readonly value: EventSpan | 'any' | 'days'; readonly title: string }[]

/** What happened, who did it, and when. */
export function ActivityFilters({ search, workspaceId, without, onChange }: ActivityFiltersProps) {
  const { kind = 'all', by = anyone, last, from, to } = search
  const people = usePeople(workspaceId, by)
  const hasDays = from !== undefined || to !== undefined
  const chooseTime = (value: (typeof spanOptions)[number]['value']) => {
    if (value === 'days') onChange({ last: undefined, from: localDay(-7), to: localDay(0) })
    else onChange({ last: value === 'any' ? undefined : value, from: undefined, to: undefined })
  }
  return (
    <search className="mb-4 flex flex-wrap items-end gap-3">
      <Select
        aria-label="Kind"
        className="w-full @lg:w-72"
        value={kind}
        options={eventKindOptions.filter(({ value }) => !without.includes(value))}
        onChange={(next) => onChange({ kind: next === 'all' ? undefined : next })}
      />
      <Select
        aria-label="Person"
        className="w-full @lg:w-56"
        value={by}
        options={people}
        onChange={(next) => onChange({ by: next || undefined })}
      />
      <Select
        aria-label="Time"
        className="w-full @lg:w-48"
        value={hasDays ? 'days' : (last ?? 'any')}
        options={spanOptions}
        onChange={chooseTime}
      />
      {hasDays && (
        <div className="flex flex-wrap gap-3">
          <DateInput
            title="First day"
            value={from ?? ''}
            onChange={(day) => onChange({ from: day || undefined })}
          />
          <DateInput
            title="Last day"
            value={to ?? ''}
            onChange={(day) => onChange({ to: day || undefined })}
          />
        </div>
      )}
      {isFiltered(search) && (
        <Button size="dense" look="quiet" onClick={() => onChange(allEvents)}>
          Show everything
        </Button>
      )}
    </search>
  )
}

/** Of the search: nothing is left out. */
export const allEvents: EventSearch = {
  kind: undefined,
  by: undefined,
  last: undefined,
  from: undefined,
  to: undefined,
}

/** Kinds of actors, the members and keys of the workspace, and the one that is chosen. */
function usePeople(workspaceId: string | undefined, chosen: string) {
  const mayListKeys = useMayListKeys()
  const isKnown = workspaceId !== undefined
  const { data: members = [] } = useQuery({
    ...membersQuery(workspaceId ?? ''),
    enabled: isKnown,
    retry: false,
  })
  const { data: keys = [] } = useQuery({
    ...keysQuery(workspaceId ?? ''),
    enabled: isKnown && mayListKeys(workspaceId),
  })
  const addresses = members.map(({ address }) => address)
  const { data: names } = useQuery(primaryNamesQuery(addresses, mainnet))
  const options = [
    { value: anyone, title: 'By anyone' },
    { value: 'wallet', title: 'Holders and visitors' },
    { value: 'member', title: 'Any member' },
    ...members.map(({ address }) => ({
      value: address,
      title: `Member ${names?.get(address.toLowerCase()) ?? shortAddress(address)}`,
    })),
    { value: 'key', title: 'Any API key' },
    ...keys.map(({ id, name, prefix }) => ({ value: id, title: `API key ${name}`, words: `${prefix}…` })),
    { value: 'administrator', title: 'The operator' },
    { value: 'system', title: 'The service itself' },
  ]
  const isListed = options.some(({ value }) => value === chosen)
  return isListed ? options : [...options, { value: chosen, title: `By ${shortAddress(chosen)}` }]
}

function localDay(later: number): string {
  const date = new Date()
  date.setDate(date.getDate() + later)
  return formatDay(date)
}
