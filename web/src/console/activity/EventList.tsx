import { useInfiniteQuery } from '@tanstack/react-query'
import { Button } from '../../ui/Button.tsx'
import { Empty } from '../ui/Empty.tsx'
import { ErrorState } from '../ui/ErrorState.tsx'
import { Skeleton } from '../ui/Skeleton.tsx'
import { EventRow } from './EventRow.tsx'
import { type EventSelection, eventsQuery } from './events-query.ts'

interface EventListProps extends EventSelection {
  /** Only the newest. */
  readonly limit?: number
}

export function EventList({ limit, ...selection }: EventListProps) {
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useInfiniteQuery(
    eventsQuery(selection),
  )
  const events = data?.pages.flatMap((page) => page.events).slice(0, limit)
  if (error && !events)
    return <ErrorState title="The activity was not read." error={error} onRetry={() => void refetch()} />
  if (!events) return <Skeleton label="Loading the activity" lines={6} />
  if (events.length === 0) return <Empty title="Nothing happened yet.">Every change appears here.</Empty>
  return (
    <>
      <ol>
        {events.map((event) => (
          <EventRow key={event.sequence} event={event} />
        ))}
      </ol>
      {hasNextPage && limit === undefined && (
        <Button className="mt-4" disabled={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          {isFetchingNextPage ? 'Loading…' : 'Show older ones'}
        </Button>
      )}
    </>
  )
}
