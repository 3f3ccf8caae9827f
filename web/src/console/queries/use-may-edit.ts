import { useQuery } from '@tanstack/react-query'
import { useSession } from '../session/use-session.ts'
import { domainQuery } from './domain.ts'
import type { DomainRef } from './domains.ts'

/** Whether the session may change names of the domain. The server decides; this only hides what it would refuse. */
export function useMayEdit(ref: DomainRef): boolean {
  const session = useSession()
  const { data } = useQuery(domainQuery(ref))
  if (session?.isOperator) return true
  const role = session?.workspaces.find(({ id }) => id === data?.domain.workspaceId)?.role
  return role === 'owner' || role === 'editor'
}
