import { useQueries } from '@tanstack/react-query'
import { keysQuery } from '../keys/queries.ts'
import { useSession } from '../session.ts'
import type { Event } from './queries.ts'

/** Names of API keys by id, as far as the session may list the keys of the workspaces of the events. */
export function useKeyNames(events: readonly Event[]): ReadonlyMap<string, string> {
  const session = useSession()
  const mayList = (workspaceId: string) =>
    session?.isOperator === true ||
    session?.workspaces.some(({ id, role }) => id === workspaceId && role === 'owner') === true
  const ofKeys = events.flatMap(({ actor, workspaceId }) =>
    actor.type === 'key' && workspaceId !== null && mayList(workspaceId) ? [workspaceId] : [],
  )
  const results = useQueries({ queries: [...new Set(ofKeys)].map(keysQuery) })
  return new Map(results.flatMap(({ data = [] }) => data.map(({ id, name }) => [id, name] as const)))
}
