import { useQueries, useQuery } from '@tanstack/react-query'
import { keysQuery } from '../keys/queries.ts'
import { primaryNamesQuery } from '../primary-names.ts'
import { useSession } from '../session.ts'
import type { ActorNames } from './describe-event.ts'
import type { Event } from './queries.ts'

/** Primary names are read of mainnet: a workspace has no chain of its own. */
const mainnet = 1

/** Names of those who acted: of API keys as far as the session may list them, of wallets as they resolve. */
export function useActorNames(events: readonly Event[]): ActorNames {
  const mayListKeys = useMayListKeys()
  const ofKeys = events.flatMap(({ actor, workspaceId }) =>
    actor.type === 'key' && workspaceId !== null && mayListKeys(workspaceId) ? [workspaceId] : [],
  )
  const results = useQueries({ queries: [...new Set(ofKeys)].map(keysQuery) })
  const addresses = events.flatMap(({ actor }) =>
    actor.type === 'member' && actor.address ? [actor.address] : [],
  )
  const { data: wallets = new Map<string, string>() } = useQuery(primaryNamesQuery(addresses, mainnet))
  const keys = new Map(results.flatMap(({ data = [] }) => data.map(({ id, name }) => [id, name] as const)))
  return { keys, wallets }
}

/** Owners of the workspace, and operators. */
export function useMayListKeys(): (workspaceId: string) => boolean {
  const session = useSession()
  return (workspaceId) =>
    session?.isOperator === true ||
    session?.workspaces.some(({ id, role }) => id === workspaceId && role === 'owner') === true
}

/** By id; empty where the session may not list them. */
export function useWorkspaceKeyNames(workspaceId: string | undefined): ReadonlyMap<string, string> {
  const mayListKeys = useMayListKeys()
  const isListed = workspaceId !== undefined && mayListKeys(workspaceId)
  const { data = [] } = useQuery({ ...keysQuery(workspaceId ?? ''), enabled: isListed })
  return new Map(data.map(({ id, name }) => [id, name]))
}
