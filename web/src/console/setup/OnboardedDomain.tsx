import { useQuery } from '@tanstack/react-query'
import { Link, Navigate, useParams } from '@tanstack/react-router'
import { ApiError } from '../../api/api-error.ts'
import { DomainLayout } from '../layout/DomainLayout.tsx'
import { domainQuery } from '../queries.ts'
import { useSession } from '../session.ts'
import { Empty, Screen } from '../ui/Screen.tsx'

/** The screens of a domain; of one that is not onboarded, its setup where it was left. */
export function OnboardedDomain() {
  const { domain = '', chainId = '' } = useParams({ strict: false })
  const { error } = useQuery(domainQuery({ domain, chainId: Number(chainId) }))
  const isMissing = error instanceof ApiError && error.status === 404
  return isMissing ? <ResumeSetup domain={domain} chainId={chainId} /> : <DomainLayout />
}

/** In the workspace of the session, or in one that is chosen. */
function ResumeSetup(search: { readonly domain: string; readonly chainId: string }) {
  const workspaces = useSession()?.workspaces.filter(({ role }) => role === 'owner') ?? []
  const [workspace] = workspaces
  if (workspace && workspaces.length === 1)
    return (
      <Navigate
        to="/console/workspaces/$workspaceId/add-domain"
        params={{ workspaceId: workspace.id }}
        search={search}
        replace
      />
    )
  return (
    <Screen title={search.domain}>
      <Empty title="This domain is not set up here.">
        {workspace
          ? 'Choose the workspace in which its setup continues.'
          : 'Only an owner of a workspace can add it.'}
      </Empty>
      <ul className="mt-4 grid justify-items-center gap-2">
        {workspaces.map(({ id, name }) => (
          <li key={id}>
            <Link
              to="/console/workspaces/$workspaceId/add-domain"
              params={{ workspaceId: id }}
              search={search}
              className="name-breaks underline underline-offset-4"
            >
              {name}
            </Link>
          </li>
        ))}
        <li>
          <Link to="/console" className="underline underline-offset-4">
            All domains
          </Link>
        </li>
      </ul>
    </Screen>
  )
}
