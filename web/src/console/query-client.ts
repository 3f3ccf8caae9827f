import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query'
import { ApiError } from '../api/api-error.ts'

export const sessionKey = ['session'] as const

const maxRetries = 2

/** A refusal stays one; what did not arrive is tried again. */
function isWorthRetrying(failures: number, error: Error): boolean {
  return failures < maxRetries && !(error instanceof ApiError && error.status < 500)
}

/** A session that has ended shows in any request; the layout then leads to the sign-in. */
function forgetEndedSession(error: Error): void {
  if (error instanceof ApiError && error.status === 401) queryClient.setQueryData(sessionKey, null)
}

export const queryClient = new QueryClient({
  queryCache: new QueryCache({ onError: forgetEndedSession }),
  mutationCache: new MutationCache({ onError: forgetEndedSession }),
  defaultOptions: {
    // A browser that is offline refuses requests itself, which is shown as any other failure; waiting would show nothing.
    mutations: { networkMode: 'always' },
    queries: {
      networkMode: 'always',
      refetchOnReconnect: true,
      staleTime: 30_000,
      retry: isWorthRetrying,
      retryDelay: 500,
    },
  },
})
