import { useInfiniteQuery } from '@tanstack/react-query'
import { Avatar } from '../../ui/Avatar.tsx'
import { NameTitle } from '../../ui/NameTitle.tsx'
import { Pages } from '../ui/Pages.tsx'
import { RelativeTime } from '../ui/RelativeTime.tsx'
import { Empty } from '../ui/Screen.tsx'
import { Table } from '../ui/Table.tsx'
import { describeEvent, describeField, describeValue } from './describe-event.ts'
import { type Event, type EventSelection, eventsQuery } from './queries.ts'
import { useKeyNames } from './use-key-names.ts'

interface EventListProps extends EventSelection {
  /** Only the newest. */
  readonly limit?: number
}

export function EventList({ limit, ...selection }: EventListProps) {
  const query = useInfiniteQuery(eventsQuery(selection))
  const keyNames = useKeyNames(query.data?.pages.flatMap((page) => page.data) ?? [])
  return (
    <Pages query={query} subject="the activity" more={limit === undefined && 'Show older ones'}>
      {(pages) => {
        const events = pages.flatMap((page) => page.data).slice(0, limit)
        if (events.length === 0)
          return <Empty title="Nothing happened yet.">Every change appears here.</Empty>
        return (
          <ol>
            {events.map((event) => (
              <EventRow
                key={event.cursor}
                event={event}
                keyNames={keyNames}
                isOfName={selection.name !== undefined}
              />
            ))}
          </ol>
        )
      }}
    </Pages>
  )
}

interface EventRowProps {
  readonly event: Event
  readonly keyNames: ReadonlyMap<string, string>
  /** All are of one name, which is not repeated. */
  readonly isOfName: boolean
}

/** What happened and who did it; opened, each value before and after. */
function EventRow({ event, keyNames, isOfName }: EventRowProps) {
  const { type, name, time, changes } = event
  const changed = changes.filter(
    ({ before, after }) => JSON.stringify(before ?? '') !== JSON.stringify(after ?? ''),
  )
  const summary = (
    <>
      {name && !isOfName && <Avatar name={name} size="sm" className="self-center" />}
      <span className="min-w-0 flex-1 basis-56">
        {name && !isOfName && (
          <span className="me-2 font-medium">
            <NameTitle name={name} />
          </span>
        )}{' '}
        <span className={name && !isOfName ? 'text-soft name-breaks text-sm' : 'name-breaks'}>
          {describeEvent(event, keyNames)}
        </span>
      </span>
      <span className="text-soft w-28 text-end text-sm">
        <RelativeTime iso={time} />
      </span>
    </>
  )
  const shape = 'flex flex-wrap items-baseline gap-x-4 gap-y-1 py-2.5'
  if (changed.length === 0) return <li className={`border-line border-b ${shape}`}>{summary}</li>
  return (
    <li className="border-line border-b">
      <details>
        <summary className={shape}>{summary}</summary>
        <div className="overflow-x-auto pb-4">
          <Table
            caption={`${type}, ${time}`}
            columns={[
              { title: 'Field', cell: describeField, className: 'w-48' },
              {
                title: 'Before',
                cell: ({ field, before }) => describeValue(before, field),
                className: 'mono',
              },
              { title: 'After', cell: ({ field, after }) => describeValue(after, field), className: 'mono' },
            ]}
            rows={changed}
            keyOf={({ field, key }) => `${field} ${key}`}
          />
        </div>
      </details>
    </li>
  )
}
