import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Select } from '../../ui/Select.tsx'
import { type EventKind, eventKindOptions, typesOf } from '../activity/event-kinds.ts'
import { Pages } from '../ui/Pages.tsx'
import { DeliveryRow } from './DeliveryRow.tsx'
import { type Delivery, type DeliveryFilter, deliveriesQuery } from './queries.ts'

const stateOptions = [
  { value: 'all', title: 'In any state' },
  { value: 'pending', title: 'Still to be delivered' },
  { value: 'delivered', title: 'Delivered' },
  { value: 'failed', title: 'Given up' },
] as const satisfies readonly { readonly value: DeliveryFilter; readonly title: string }[]

/** Newest first, read again every few seconds; by state, and those that are shown by kind. */
export function Deliveries({ webhookId }: { readonly webhookId: string }) {
  const [state, setState] = useState<DeliveryFilter>('all')
  const [kind, setKind] = useState<EventKind>('all')
  const query = useInfiniteQuery(deliveriesQuery(webhookId, state))
  return (
    <div className="border-line grid gap-2 border-t px-4 py-3">
      <div className="flex flex-wrap items-center gap-2">
        <h3 className="me-auto text-sm font-medium">Deliveries</h3>
        <Select
          aria-label="State of deliveries"
          className="w-full @lg:w-52"
          value={state}
          options={stateOptions}
          onChange={setState}
        />
        <Select
          aria-label="Kind of events"
          className="w-full @lg:w-64"
          value={kind}
          options={eventKindOptions}
          onChange={setKind}
        />
      </div>
      <Pages query={query} subject="the deliveries" more="Show older ones">
        {(pages) => <List deliveries={pages.flatMap(({ data }) => data)} state={state} kind={kind} />}
      </Pages>
    </div>
  )
}

interface ListProps {
  readonly deliveries: readonly Delivery[]
  readonly state: DeliveryFilter
  readonly kind: EventKind
}

function List({ deliveries, state, kind }: ListProps) {
  const types: readonly string[] | null = typesOf(kind)
  const shown = deliveries.filter(({ type }) => types === null || (type !== null && types.includes(type)))
  if (shown.length > 0)
    return (
      <ul>
        {shown.map((delivery) => (
          <DeliveryRow key={delivery.id} delivery={delivery} />
        ))}
      </ul>
    )
  const isFiltered = state !== 'all' || kind !== 'all'
  return (
    <p className="text-soft py-2 text-sm">
      {isFiltered ? 'No delivery of those that were read is like that.' : 'No delivery yet.'}
    </p>
  )
}
