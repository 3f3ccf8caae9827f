import { useQuery } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import { classNames } from '../../ui/class-names.ts'
import { ThemeSwitch } from '../../ui/ThemeSwitch.tsx'
import { networkName } from '../instance.ts'
import { domainsQuery, workspacesQuery } from '../queries.ts'
import { useSession } from '../session.ts'
import { linkShape, ScreenLinks, WorkspaceLinks } from './ScreenLinks.tsx'

const general = [
  { title: 'Doctor', to: '/console/doctor' },
  { title: 'Your sessions', to: '/console/sessions' },
] as const

const ofOperators = [
  { title: 'Instance', to: '/console/instance' },
  { title: 'All domains', to: '/console/instance/domains' },
  { title: 'All workspaces', to: '/console/instance/workspaces' },
] as const

interface NavigationProps {
  /** Where there is no room beside the screen. */
  readonly isOpen: boolean
  readonly onChosen: () => void
}

/** The open domain and its screens, then the others. */
export function Navigation({ isOpen, onChosen }: NavigationProps) {
  const { domain, chainId } = useParams({ strict: false })
  const { data } = useQuery(workspacesQuery)
  const session = useSession()
  return (
    <nav
      id="navigation"
      aria-label="Console"
      className={classNames(
        'border-line shrink-0 overflow-y-auto border-b px-2 py-3 text-sm md:block md:w-60 md:border-e md:border-b-0',
        !isOpen && 'hidden',
      )}
      onClick={({ target }) => {
        if (target instanceof Element && target.closest('a')) onChosen()
      }}
      onKeyDown={({ key }) => {
        if (key === 'Escape') onChosen()
      }}
    >
      <Link to="/console" activeOptions={{ exact: true }} className={linkShape}>
        Your domains
      </Link>
      {domain !== undefined && chainId !== undefined && <ScreenLinks domain={domain} chainId={chainId} />}
      {data?.data.slice(0, 10).map(({ id, name }) => (
        <div key={id} className="mt-4">
          <h2 className="text-soft truncate px-3 pb-1 text-xs font-medium">{name}</h2>
          <DomainLinks workspaceId={id} />
          <WorkspaceLinks workspaceId={id} />
        </div>
      ))}
      <ul className="mt-6">
        {general.map(({ title, to }) => (
          <li key={title}>
            <Link to={to} activeOptions={{ includeSearch: false }} className={linkShape}>
              {title}
            </Link>
          </li>
        ))}
        {session?.isOperator &&
          ofOperators.map(({ title, to }) => (
            <li key={title}>
              <Link to={to} activeOptions={{ exact: true, includeSearch: false }} className={linkShape}>
                {title}
              </Link>
            </li>
          ))}
      </ul>
      <div className="mt-6 px-3 lg:hidden">
        <ThemeSwitch />
      </div>
    </nav>
  )
}

const shown = 20

/** The first domains of a workspace; the start lists all. */
function DomainLinks({ workspaceId }: { readonly workspaceId: string }) {
  const { data } = useQuery(domainsQuery(workspaceId))
  if (data?.domains.length === 0) return <p className="text-soft px-3">No domain yet</p>
  return (
    <ul>
      {data?.domains.slice(0, shown).map(({ id, domainName, chainId }) => (
        <li key={id}>
          <Link
            to="/console/domains/$chainId/$domain"
            params={{ domain: domainName, chainId: `${chainId}` }}
            className={linkShape}
            activeOptions={{ exact: true }}
          >
            <bdi className="name-breaks">{domainName}</bdi>
            {chainId !== 1 && <span className="text-soft"> {networkName(chainId)}</span>}
          </Link>
        </li>
      ))}
    </ul>
  )
}
