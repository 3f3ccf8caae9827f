import type { NameWithEtag } from '@byname/sdk'
import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import { useByname } from './context.ts'
import { nameQuery } from './queries.ts'

export interface NameOptions {
  /** What a server has read, and renders at once; null: not issued. It is read again after the first render. */
  readonly initialData?: NameWithEtag | null | undefined
}

/** A name with its records; null if it is not issued. Nothing is requested for `undefined`. */
export function useName(
  name: string | undefined,
  { initialData }: NameOptions = {},
): UseQueryResult<NameWithEtag | null> {
  const context = useByname()
  return useQuery({
    ...nameQuery(context, name ?? ''),
    enabled: name !== undefined,
    ...(initialData !== undefined && { initialData }),
  })
}
