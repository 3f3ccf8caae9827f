import { useQuery } from '@tanstack/react-query'
import { policyQuery } from '../claim-page/queries.ts'
import { membersQuery } from '../members/queries.ts'
import { type DomainRef, domainQuery } from '../queries.ts'
import { useSession } from '../session.ts'
import { setupQuery } from '../setup/queries.ts'
import { webhooksQuery } from '../webhooks/queries.ts'
import type { KeptStep } from './kept-steps.ts'
import type { StepFacts } from './next-steps.ts'

/** Undefined until each part is read, or was not. A viewer has nothing to do, nor has anyone while the domain is blocked: null. */
export function useStepFacts(domain: DomainRef, kept: ReadonlySet<KeptStep>): StepFacts | null | undefined {
  const session = useSession()
  const details = useQuery(domainQuery(domain))
  const { workspaceId = '', names, isBlocked = true } = details.data?.domain ?? {}
  const role = session?.workspaces.find(({ id }) => id === workspaceId)?.role
  const isOwner = session?.isOperator === true || role === 'owner'
  const isEditor = (isOwner || role === 'editor') && !isBlocked
  const setup = useQuery(setupQuery(domain))
  const policy = useQuery({ ...policyQuery(domain), enabled: isEditor })
  const members = useQuery({ ...membersQuery(workspaceId), enabled: isOwner && isEditor })
  const webhooks = useQuery({ ...webhooksQuery(workspaceId), enabled: isOwner && isEditor })
  if (details.isPending || [setup, policy, members, webhooks].some(({ isLoading }) => isLoading))
    return undefined
  if (!isEditor) return null
  return {
    isConfigured: setup.data?.isConfigured,
    names,
    claims: policy.data?.data.claims,
    members: members.data?.length,
    webhooks: webhooks.data?.length,
    kept,
  }
}
