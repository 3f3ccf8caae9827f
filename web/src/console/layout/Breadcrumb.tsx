import { Link, useMatches, useParams } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { NameTitle } from '../../ui/NameTitle.tsx'
import type { Place } from './place.ts'

/** The title of the open screen. */
export function useScreenTitle(): string | undefined {
  return useMatches().findLast(({ staticData }) => staticData.title !== undefined)?.staticData.title
}

/** Where the screen is: workspace, domain, screen. Phones show the last two. */
export function Breadcrumb({ place: { workspaces, workspaceId } }: { readonly place: Place }) {
  const { domain, chainId, workspaceId: ownWorkspaceId } = useParams({ strict: false })
  const title = useScreenTitle()
  const isOfWorkspace = domain !== undefined || ownWorkspaceId !== undefined
  const workspace = isOfWorkspace ? workspaces.find(({ id }) => id === workspaceId) : undefined
  return (
    <nav aria-label="Breadcrumb" className="min-w-0 flex-1 text-sm">
      <ol className="flex min-w-0 items-center gap-2">
        {workspace && (
          <Crumb className="hidden shrink-0 lg:flex">
            <Link to="/console" className={`${crumbShape} max-w-48 truncate`}>
              {workspace.name}
            </Link>
          </Crumb>
        )}
        {domain !== undefined && chainId !== undefined && (
          <Crumb className="hidden min-w-0 shrink-[99] @xs:flex">
            <Link
              to="/console/domains/$chainId/$domain"
              params={{ domain, chainId }}
              className={`${crumbShape} truncate`}
            >
              <NameTitle name={domain} />
            </Link>
          </Crumb>
        )}
        {title !== undefined && (
          <li aria-current="page" className="min-w-0 truncate font-medium">
            {title}
          </li>
        )}
      </ol>
    </nav>
  )
}

const crumbShape = 'text-soft hover:text-ink transition-colors'

function Crumb({ className, children }: { readonly className: string; readonly children: ReactNode }) {
  return (
    <li className={`${className} items-center gap-2`}>
      {children}
      <span aria-hidden className="text-faint">
        /
      </span>
    </li>
  )
}
