import type { Availability } from '@byname/sdk'
import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import { useByname } from './context.ts'
import { queryKey } from './queries.ts'

export interface AvailabilityOptions {
  /** Names in place of one that is not available: 3 at most; absent: none. */
  readonly suggestions?: number | undefined
  /** Pause before the request, in which a newer name replaces the older one; absent: 200. */
  readonly debounceMs?: number | undefined
}

/**
 * Whether a name can be issued now; if not, why. Of the name of this render, never of an earlier one. Nothing is requested for
 * `undefined`.
 */
export function useAvailability(
  name: string | undefined,
  { suggestions, debounceMs = 200 }: AvailabilityOptions = {},
): UseQueryResult<Availability> {
  const context = useByname()
  return useQuery({
    queryKey: queryKey(context, 'availability', name, suggestions),
    queryFn: async ({ signal }) => {
      await pause(debounceMs, signal)
      const options = { signal, ...(suggestions !== undefined && { suggestions }) }
      return context.client.names.availability(name ?? '', options)
    },
    enabled: name !== undefined,
    // The client of the service retries.
    retry: false,
    // Others claim names, too.
    staleTime: 0,
  })
}

function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, ms)
    signal.addEventListener(
      'abort',
      () => {
        clearTimeout(timer)
        reject(signal.reason)
      },
      { once: true },
    )
  })
}
