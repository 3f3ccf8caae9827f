import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Button } from '../../ui/Button.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { explainError } from '../../wallet/wallet-error.ts'

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
        title={`${subject[0]?.toUpperCase()}${subject.slice(1)} could not be read.`}
        error={error}
        onRetry={() => void refetch()}
      />
    )
  return <Skeleton label={`Loading ${subject}`} lines={lines ?? 3} />
}

interface ErrorStateProps {
  /** What did not happen. */
  readonly title: string
  readonly error: unknown
  readonly onRetry?: () => void
}

export function ErrorState({ title, error, onRetry }: ErrorStateProps) {
  return (
    <Notice tone="bad" title={title} isLive>
      <p>{explainError(error)}</p>
      {onRetry && (
        <Button size="dense" className="mt-2" onClick={onRetry}>
          Try again
        </Button>
      )}
    </Notice>
  )
}

const widths = ['w-full', 'w-11/12', 'w-4/5', 'w-10/12'] as const

/** As many lines as are expected, so that nothing jumps. */
export function Skeleton({ lines = 3, label }: { readonly lines?: number; readonly label: string }) {
  return (
    <div role="status" aria-label={label} className="grid gap-3 py-2">
      {Array.from({ length: lines }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the lines are alike, and never move.
        <div key={index} className={`skeleton ${widths[index % widths.length]}`} />
      ))}
    </div>
  )
}
