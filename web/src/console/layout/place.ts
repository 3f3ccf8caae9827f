import type { components } from '@byname/sdk/openapi'
import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { useEffect } from 'react'
import { type DomainRef, type DomainRow, domainQuery, domainsQuery, workspacesQuery } from '../queries.ts'
import { readStored, store } from '../stored-json.ts'

type Workspace = components['schemas']['OwnWorkspace']

/** What the frame is about: the workspace and the domain of the screen, else the last, else the first ones. */
export interface Place {
  readonly workspaces: readonly Workspace[]
  /** Undefined while it is read, and without any. */
  readonly workspaceId: string | undefined
  /** Of the workspace; undefined while they are read. */
  readonly domains: readonly DomainRow[] | undefined
  /** Whether the domains could not be read. */
  readonly isUnread: boolean
  readonly domain: DomainRef | undefined
}

export function usePlace(): Place {
  const params = useParams({ strict: false })
  const named =
    params.domain !== undefined && params.chainId !== undefined
      ? { domain: params.domain, chainId: Number(params.chainId) }
      : undefined
  const details = useQuery({
    ...domainQuery(named ?? { domain: '', chainId: 1 }),
    enabled: named !== undefined,
  })
  const { data: listed } = useQuery(workspacesQuery)
  const workspaces = listed?.data ?? []
  const last = readLastPlace()
  const isWaiting = named !== undefined && details.isPending
  const former =
    workspaces.find(({ id }) => id === last.workspaceId) ??
    // Those of an operator are all of the instance.
    workspaces.find(({ role }) => role !== null) ??
    workspaces[0]
  const workspaceId =
    params.workspaceId ?? details.data?.domain.workspaceId ?? (isWaiting ? undefined : former?.id)
  const { data, isError } = useQuery({
    ...domainsQuery(workspaceId ?? ''),
    enabled: workspaceId !== undefined,
  })
  const domains = data?.domains
  const row =
    domains?.find(({ domainName, chainId }) => domainName === last.domain && chainId === last.chainId) ??
    domains?.[0]
  const domain = named ?? (row && { domain: row.domainName, chainId: row.chainId })
  useEffect(() => {
    if (workspaceId !== undefined && domains)
      store(storageKey, { workspaceId, domain: domain?.domain, chainId: domain?.chainId })
  }, [workspaceId, domains, domain?.domain, domain?.chainId])
  return { workspaces, workspaceId, domains, isUnread: isError, domain }
}

interface LastPlace {
  readonly workspaceId?: string | undefined
  readonly domain?: string | undefined
  readonly chainId?: number | undefined
}

const storageKey = 'console-place'

/** Empty without one. It is only compared with what the service lists. */
function readLastPlace(): LastPlace {
  const value = readStored(storageKey)
  return typeof value === 'object' && value !== null ? value : {}
}
