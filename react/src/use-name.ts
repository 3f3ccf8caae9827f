import { BynameError, type NameWithEtag } from '@byname/sdk'
import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import { queryKey, useByname } from './context.ts'

/** A name with its records; null if it is not issued. Nothing is requested for `undefined`. */
export function useName(name: string | undefined): UseQueryResult<NameWithEtag | null> {
  const context = useByname()
  return useQuery({
    queryKey: queryKey(context, 'name', name?.toLowerCase()),
    queryFn: ({ signal }) => context.client.names.get(name ?? '', { signal }).catch(asAbsent),
    enabled: name !== undefined,
    retry: false,
  })
}

function asAbsent(error: unknown): null {
  if (error instanceof BynameError && error.name === 'SubnameNotFoundException') return null
  throw error
}
