import type { InfiniteData, UseInfiniteQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Button } from '../../ui/Button.tsx'
import { ErrorState, Query } from './Query.tsx'

interface PagesProps<Page> {
  readonly query: UseInfiniteQueryResult<InfiniteData<Page>>
  /** What is read, such as `the domains`. */
  readonly subject: string
  /** The title of the button; false: the first page is enough. */
  readonly more?: string | false
  readonly children: (pages: readonly Page[]) => ReactNode
}

/** The pages that were read, and a button for more. */
export function Pages<Page>({ query, subject, more = 'Show more', children }: PagesProps<Page>) {
  const { hasNextPage, isFetchingNextPage, isFetchNextPageError, error, fetchNextPage } = query
  return (
    <>
      <Query query={query} subject={subject} lines={8}>
        {({ pages }) => children(pages)}
      </Query>
      {isFetchNextPageError && <ErrorState title="The next ones were not read." error={error} />}
      {hasNextPage && more && (
        <div className="mt-4">
          <Button size="dense" isBusy={isFetchingNextPage} onClick={() => void fetchNextPage()}>
            {isFetchingNextPage ? 'A moment…' : more}
          </Button>
        </div>
      )}
    </>
  )
}
