import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { components } from '../../api/openapi-types.ts'
import { formatCount } from '../../ui/format-number.ts'
import { NameTitle } from '../../ui/NameTitle.tsx'
import { networkName } from '../instance.ts'
import { type DomainRow, domainsQuery } from '../queries.ts'
import { setupQuery } from '../setup/queries.ts'
import { ErrorState, Skeleton } from '../ui/Query.tsx'
import { StateMark } from '../ui/StateMark.tsx'

interface WorkspaceDomainsProps {
  readonly workspace: components['schemas']['OwnWorkspace']
}

export function WorkspaceDomains({ workspace: { id, name, role } }: WorkspaceDomainsProps) {
  const { data, error, refetch } = useQuery(domainsQuery(id))
  return (
    <section aria-label={name}>
      <div className="border-line flex items-baseline justify-between gap-4 border-b pb-2">
        <h2 className="name-breaks font-semibold">{name}</h2>
        <span className="text-soft text-sm">{role ?? 'operator'}</span>
      </div>
      {error && (
        <ErrorState title="The domains were not read." error={error} onRetry={() => void refetch()} />
      )}
      {!data && !error && <Skeleton label={`Loading the domains of ${name}`} lines={2} />}
      {data?.domains.length === 0 && <p className="text-soft py-3 text-sm">No domain yet.</p>}
      <ul>
        {data?.domains.map((domain) => (
          <li
            key={domain.id}
            className="border-line grid grid-cols-[1fr_auto] items-center gap-x-4 border-b py-2 @2xl:grid-cols-[1fr_8rem_8rem_9rem]"
          >
            <Link
              to="/console/domains/$chainId/$domain"
              params={{ domain: domain.domainName, chainId: `${domain.chainId}` }}
              className="font-medium hover:underline"
            >
              <NameTitle name={domain.domainName} />
            </Link>
            <span className="text-soft hidden text-sm @2xl:inline">{networkName(domain.chainId)}</span>
            <Link
              to="/console/domains/$chainId/$domain/names"
              params={{ domain: domain.domainName, chainId: `${domain.chainId}` }}
              className="hidden text-sm tabular-nums hover:underline @2xl:inline"
            >
              {formatCount(domain.subnameCount)} {domain.subnameCount === 1 ? 'name' : 'names'}
            </Link>
            <DomainHealth domain={domain} />
          </li>
        ))}
      </ul>
    </section>
  )
}

/** Whether wallets find the names of the domain, in a word. */
function DomainHealth({ domain: { domainName, chainId, isBlocked } }: { readonly domain: DomainRow }) {
  const { data, error } = useQuery(setupQuery({ domain: domainName, chainId }))
  if (isBlocked) return <StateMark tone="bad">Blocked</StateMark>
  if (error) return <StateMark tone="neutral">Not known</StateMark>
  if (!data) return <StateMark tone="neutral">Checking…</StateMark>
  return data.isConfigured ? (
    <StateMark tone="good">Resolves here</StateMark>
  ) : (
    <StateMark tone="warn">Not pointed here</StateMark>
  )
}
