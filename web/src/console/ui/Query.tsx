import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { ErrorState } from './ErrorState.tsx'
import { Skeleton } from './Skeleton.tsx'

interface QueryProps<Data> {
  readonly query: UseQueryResult<Data>
  /** What is read, such as `the keys`. */
  readonly subject: string
  readonly lines?: number
  readonly children: (data: Data) => ReactNode
}

/** What is read, or that it is being read, or that it was not. */
export function Query<Data>({ query, subject, lines, children }: QueryProps<Data>) {
  const { data, error, refetch } = query
  if (data !== undefined) return children(data)
  if (error)
    return (
      <ErrorState
        title={`${subject[0]?.toUpperCase()}${subject.slice(1)} were not read.`}
        error={error}
        onRetry={() => void refetch()}
      />
    )
  return <Skeleton label={`Loading ${subject}`} lines={lines ?? 3} />
}
