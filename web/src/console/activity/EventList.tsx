import { useInfiniteQuery } from '@tanstack/react-query'
import { Button } from '../../ui/Button.tsx'
import { Pages } from '../ui/Pages.tsx'
import { Empty } from '../ui/Screen.tsx'
import { EventRow } from './EventRow.tsx'
import { isFiltered } from './event-search.ts'
import { type EventSelection, eventsQuery } from './queries.ts'
import { useActorNames } from './use-actor-names.ts'

interface EventListProps extends EventSelection {
  /** Only the newest. */
  readonly limit?: number
  /** Shows only what this actor did; absent: there is no filter. */
  readonly onActor?: (actor: string) => void
  readonly onShowAll?: () => void
}

export function EventList({ limit, onActor, onShowAll, ...selection }: EventListProps) {
  const query = useInfiniteQuery(eventsQuery(selection))
  const names = useActorNames(query.data?.pages.flatMap((page) => page.data) ?? [])
  return (
    <Pages query={query} subject="the activity" more={limit === undefined && 'Show older ones'}>
      {(pages) => {
        const events = pages.flatMap((page) => page.data).slice(0, limit)
        if (events.length === 0 && !isFiltered(selection))
          return <Empty title="Nothing happened yet.">Every change appears here.</Empty>
        if (events.length === 0)
          return (
            <Empty title={query.hasNextPage ? 'Nothing matches so far.' : 'Nothing matches.'}>
              <p>
                {query.hasNextPage
                  ? 'The newest changes were searched. Older ones are not, yet.'
                  : 'No change is like that. Choose another person, kind or time.'}
              </p>
              {onShowAll && (
                <Button size="dense" onClick={onShowAll}>
                  Show everything
                </Button>
              )}
            </Empty>
          )
        return (
          <ol>
            {events.map((event) => (
              <EventRow
                key={event.cursor}
                event={event}
                names={names}
                isOfName={selection.name !== undefined}
                onActor={selection.by === undefined ? onActor : undefined}
              />
            ))}
          </ol>
        )
      }}
    </Pages>
  )
}
