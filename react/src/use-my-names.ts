import type { Name, Page } from '@byname/sdk'
import { type InfiniteData, type UseInfiniteQueryResult, useInfiniteQuery } from '@tanstack/react-query'
import { useByname } from './context.ts'
import { namesQuery } from './queries.ts'

export interface MyNamesOptions {
  /** Absent: the connected wallet's. */
  readonly address?: string | undefined
  /** Absent: all domains of the service. */
  readonly domains?: readonly string[] | undefined
}

/** The names of the connected wallet, a page of 100 after another: `fetchNextPage` appends. Nothing is requested without a wallet. */
export function useMyNames({
  address,
  domains,
}: MyNamesOptions = {}): UseInfiniteQueryResult<readonly Name[]> {
  const context = useByname()
  const owner = address ?? context.address
  return useInfiniteQuery({
    ...namesQuery(context, owner ?? '', domains),
    getNextPageParam: ({ next }) => next,
    select: toNames,
    enabled: owner !== undefined,
  })
}

function toNames({ pages }: InfiniteData<Page<Name>>): readonly Name[] {
  return pages.flatMap(({ data }) => data)
}
