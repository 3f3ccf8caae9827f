import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Badge } from '../../ui/Badge.tsx'
import { NameLine } from '../../ui/NameTitle.tsx'
import { pendingClaimsQuery } from '../claim-page/queries.ts'
import type { DomainRef } from '../queries.ts'
import { iconShape, linkShape } from './link-shape.ts'
import { NavigationGroup } from './NavigationGroup.tsx'
import { domainScreens, workspaceScreens } from './screens.ts'

/** The screens of a domain. */
export function ScreenLinks({ domain, chainId }: DomainRef) {
  return (
    <NavigationGroup title={<NameLine name={domain} look="quiet" />}>
      {domainScreens.map(({ title, to, Icon }) => (
        <li key={title}>
          <Link
            to={to}
            params={{ domain, chainId: `${chainId}` }}
            activeOptions={{ exact: true, includeSearch: false }}
            className={linkShape}
          >
            <Icon aria-hidden className={iconShape} />
            <span className="grow">{title}</span>
            {title === 'Requests' && <PendingCount domain={domain} chainId={chainId} />}
          </Link>
        </li>
      ))}
    </NavigationGroup>
  )
}

/** How many claims wait for the owner. */
function PendingCount(domain: DomainRef) {
  const { data } = useQuery(pendingClaimsQuery(domain))
  const count = data?.data.length ?? 0
  if (count === 0) return null
  return (
    <Badge tone="accent">
      {count}
      {data?.next === null ? '' : '+'} <span className="sr-only">waiting</span>
    </Badge>
  )
}

/** The screens of a workspace. */
export function WorkspaceLinks({ workspaceId }: { readonly workspaceId: string }) {
  return (
    <NavigationGroup title="Workspace">
      {workspaceScreens.map(({ title, to, Icon }) => (
        <li key={title}>
          <Link
            to={to}
            params={{ workspaceId }}
            activeOptions={{ exact: true, includeSearch: false }}
            className={linkShape}
          >
            <Icon aria-hidden className={iconShape} />
            {title}
          </Link>
        </li>
      ))}
    </NavigationGroup>
  )
}

/** The same in a line of a list. */
export function InlineWorkspaceLinks({ workspaceId }: { readonly workspaceId: string }) {
  return (
    <ul className="flex flex-wrap text-sm">
      {workspaceScreens.map(({ title, to }) => (
        <li key={title}>
          <Link
            to={to}
            params={{ workspaceId }}
            className="hover:bg-hover inline-flex min-h-8 items-center rounded px-3 pointer-coarse:min-h-11"
          >
            {title}
          </Link>
        </li>
      ))}
    </ul>
  )
}
