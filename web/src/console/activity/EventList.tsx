import { useInfiniteQuery } from '@tanstack/react-query'
import { Empty } from '../ui/Empty.tsx'
import { Pages } from '../ui/Pages.tsx'
import { EventRow } from './EventRow.tsx'
import { type EventSelection, eventsQuery } from './events-query.ts'

interface EventListProps extends EventSelection {
  /** Only the newest. */
  readonly limit?: number
}

export function EventList({ limit, ...selection }: EventListProps) {
  const query = useInfiniteQuery(eventsQuery(selection))
  return (
    <Pages query={query} subject="the activity" more={limit === undefined && 'Show older ones'}>
      {(pages) => {
        const events = pages.flatMap((page) => page.data).slice(0, limit)
        if (events.length === 0)
          return <Empty title="Nothing happened yet.">Every change appears here.</Empty>
        return (
          <ol>
            {events.map((event) => (
              <EventRow key={event.cursor} event={event} />
            ))}
          </ol>
        )
      }}
    </Pages>
  )
}
