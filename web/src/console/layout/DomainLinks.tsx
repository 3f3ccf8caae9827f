import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { domainsQuery } from '../queries/domains.ts'
import { networkName } from '../ui/network-name.ts'
import { linkShape } from './ScreenLinks.tsx'

const shown = 20

/** The first domains of a workspace; the start lists all. */
export function DomainLinks({ workspaceId }: { readonly workspaceId: string }) {
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
