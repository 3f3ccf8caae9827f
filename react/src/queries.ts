import { BynameError, type ChainId, type Client, type NameWithEtag } from '@byname/sdk'

/** Where a query reads: a client, and the service that its key names. `useByname()` is one. */
export interface QuerySource {
  readonly client: Client
  /** Of the service. */
  readonly url: string
  /** That of the client. Absent: 1, mainnet. */
  readonly chainId?: ChainId | undefined
}

/** Of all queries below it: those of another service or chain are others. */
export function queryKey({ url, chainId = 1 }: Omit<QuerySource, 'client'>, ...rest: readonly unknown[]) {
  return ['byname', url.replace(/\/+$/, ''), chainId, ...rest] as const
}

/** What `useName` and `NameCard` read: for `prefetchQuery` on a server, or in a loader. Null: the name is not issued. */
export function nameQuery(source: QuerySource, name: string) {
  return {
    queryKey: queryKey(source, 'name', name.toLowerCase()),
    queryFn: ({ signal }: { readonly signal: AbortSignal }): Promise<NameWithEtag | null> =>
      source.client.names.get(name, { signal }).catch(asAbsent),
    // The client of the service retries.
    retry: false,
  } as const
}

/** What `useMyNames` reads: for `prefetchInfiniteQuery`. `domains`: absent, all of the service. */
export function namesQuery(source: QuerySource, address: string, domains?: readonly string[]) {
  return {
    queryKey: queryKey(source, 'my-names', address.toLowerCase(), domains),
    queryFn: ({
      pageParam,
      signal,
    }: {
      readonly pageParam: string | undefined
      readonly signal: AbortSignal
    }) => source.client.names.ofAddress(address, { signal, ...(domains && { domains }) }).page(pageParam),
    initialPageParam: undefined as string | undefined,
    retry: false,
  } as const
}

function asAbsent(error: unknown): null {
  if (error instanceof BynameError && error.name === 'SubnameNotFoundException') return null
  throw error
}
