import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { NameTitle } from '../../ui/NameTitle.tsx'
import { pendingClaimsQuery } from '../claim-page/queries.ts'

export const linkShape =
  'block rounded px-3 py-1.5 hover:bg-hover aria-[current=page]:bg-sunk aria-[current=page]:font-semibold'

const domainScreens = [
  { title: 'Overview', to: '/console/domains/$chainId/$domain' },
  { title: 'Names', to: '/console/domains/$chainId/$domain/names' },
  { title: 'Claim page', to: '/console/domains/$chainId/$domain/claim-page' },
  { title: 'Activity', to: '/console/domains/$chainId/$domain/activity' },
  { title: 'Settings', to: '/console/domains/$chainId/$domain/settings' },
] as const

/** The screens of a domain. */
export function ScreenLinks(params: { readonly domain: string; readonly chainId: string }) {
  return (
    <div className="mt-4">
      <h2 className="px-3 pb-1 font-semibold">
        <NameTitle name={params.domain} />
      </h2>
      <ul>
        {domainScreens.map(({ title, to }) => (
          <li key={title}>
            <Link
              to={to}
              params={params}
              activeOptions={{ exact: true, includeSearch: false }}
              className={linkShape}
            >
              {title} {title === 'Claim page' && <PendingCount {...params} />}
            </Link>
          </li>
        ))}
      </ul>
    </div>
  )
}

/** How many claims wait for the owner. */
function PendingCount({ domain, chainId }: { readonly domain: string; readonly chainId: string }) {
  const { data } = useQuery(pendingClaimsQuery({ domain, chainId: Number(chainId) }))
  const count = data?.data.length ?? 0
  if (count === 0) return null
  return (
    <span className="bg-accent-soft text-accent-text ms-2 rounded px-1.5 text-xs font-semibold tabular-nums">
      {count}
      {data?.next === null ? '' : '+'} <span className="sr-only">waiting</span>
    </span>
  )
}

const workspaceScreens = [
  { title: 'Add a domain', to: '/console/workspaces/$workspaceId/add-domain' },
  { title: 'Members', to: '/console/workspaces/$workspaceId/members' },
  { title: 'API keys', to: '/console/workspaces/$workspaceId/keys' },
  { title: 'Webhooks', to: '/console/workspaces/$workspaceId/webhooks' },
  { title: 'Activity', to: '/console/workspaces/$workspaceId/activity' },
] as const

interface WorkspaceLinksProps {
  readonly workspaceId: string
  /** In a line instead of below each other. */
  readonly isInline?: boolean
}

/** The screens of a workspace. */
export function WorkspaceLinks({ workspaceId, isInline = false }: WorkspaceLinksProps) {
  return (
    <ul className={isInline ? 'flex flex-wrap text-sm' : 'text-soft'}>
      {workspaceScreens.map(({ title, to }) => (
        <li key={title}>
          <Link
            to={to}
            params={{ workspaceId }}
            activeOptions={{ exact: true, includeSearch: false }}
            className={linkShape}
          >
            {title}
          </Link>
        </li>
      ))}
    </ul>
  )
}
