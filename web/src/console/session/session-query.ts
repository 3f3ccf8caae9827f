import { queryOptions } from '@tanstack/react-query'
import { ApiError } from '../../api/api-error.ts'
import { api, unwrap } from '../../api/client.ts'
import type { components } from '../../api/openapi-types.ts'
import { sessionKey } from './session-key.ts'

export type Session = components['schemas']['Session']

/** Null: signed out. */
export const sessionQuery = queryOptions({ queryKey: sessionKey, queryFn: readSession, staleTime: 60_000 })

async function readSession(): Promise<Session | null> {
  try {
    return await unwrap(api.GET('/byname/v1/session'))
  } catch (error) {
    if (error instanceof ApiError && error.status === 401) return null
    throw error
  }
}
