import type { components } from '@byname/sdk/openapi'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Failure } from '../../form/Failure.tsx'
import { useAction } from '../../form/use-action.ts'
import { Avatar } from '../../ui/Avatar.tsx'
import { Badge } from '../../ui/Badge.tsx'
import { Card } from '../../ui/Card.tsx'
import { formatCount } from '../../ui/format-number.ts'
import { NameTitle } from '../../ui/NameTitle.tsx'
import { networkName } from '../instance.ts'
import { type DomainRef, type DomainRow, domainsQuery } from '../queries.ts'
import { begunDomainsQuery, forgetDomain, setupQuery } from '../setup/queries.ts'
import { ErrorState, Skeleton } from '../ui/Query.tsx'
import { StateMark } from '../ui/StateMark.tsx'

interface WorkspaceDomainsProps {
  readonly workspace: components['schemas']['OwnWorkspace']
}

export function WorkspaceDomains({ workspace: { id, name, role } }: WorkspaceDomainsProps) {
  const { data, error, refetch } = useQuery(domainsQuery(id))
  return (
    <Card
      title={<span className="name-breaks">{name}</span>}
      actions={<Badge className="capitalize">{role ?? 'operator'}</Badge>}
    >
      {error && (
        <ErrorState title="The domains were not read." error={error} onRetry={() => void refetch()} />
      )}
      {!data && !error && <Skeleton label={`Loading the domains of ${name}`} lines={2} />}
      {data?.domains.length === 0 && (
        <p className="text-soft text-sm">
          No domain yet.{' '}
          <Link
            to="/console/workspaces/$workspaceId/add-domain"
            params={{ workspaceId: id }}
            className="text-ink underline underline-offset-4"
          >
            Add one
          </Link>
        </p>
      )}
      {data && (role === 'owner' || role === null) && <BegunDomains workspaceId={id} />}
      <ul>
        {data?.domains.map((domain) => (
          <li
            key={domain.id}
            className="border-line grid grid-cols-[2.5rem_minmax(0,1fr)] items-center gap-x-3 @xs:grid-cols-[2.5rem_minmax(0,1fr)_auto] border-t py-3 first:border-t-0 last:pb-0 @2xl:grid-cols-[2.5rem_minmax(0,1fr)_8rem_8rem_9rem]"
          >
            <Avatar name={domain.domainName} shape="square" />
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
            <span className="col-start-2 @xs:col-start-auto">
              <DomainHealth workspaceId={id} domain={domain} />
            </span>
          </li>
        ))}
      </ul>
    </Card>
  )
}

/** Leads back to the domains that are being added. */
function BegunDomains({ workspaceId }: { readonly workspaceId: string }) {
  const { data } = useQuery(begunDomainsQuery(workspaceId))
  const client = useQueryClient()
  const forgetting = useAction()
  if (!data || data.data.length === 0) return null
  const forget = (ref: DomainRef) =>
    forgetting.run(async () => {
      await forgetDomain(workspaceId, ref)
      await client.invalidateQueries({ queryKey: ['begun-domains', workspaceId] })
    })
  return (
    <>
      <ul className="mt-3 grid gap-1">
        {data.data.map(({ domainName, chainId }) => (
          <li
            key={`${chainId} ${domainName}`}
            className="text-soft flex flex-wrap items-center gap-x-3 gap-y-1 text-sm"
          >
            <span>
              <NameTitle name={domainName} isPlain /> is not here yet.
            </span>
            <Link
              to="/console/workspaces/$workspaceId/add-domain"
              params={{ workspaceId }}
              search={{ domain: domainName, chainId: `${chainId}` }}
              className="text-ink underline underline-offset-4"
            >
              Go on with it
            </Link>
            <button
              type="button"
              className="underline underline-offset-4"
              disabled={forgetting.isBusy}
              onClick={() => void forget({ domain: domainName, chainId })}
            >
              Forget it
            </button>
          </li>
        ))}
      </ul>
      <Failure title="It was not forgotten." problem={forgetting.problem} />
    </>
  )
}

interface DomainHealthProps {
  readonly workspaceId: string
  readonly domain: DomainRow
}

/** Whether wallets find the names of the domain, in a word; where they do not, it leads to what is left. */
function DomainHealth({ workspaceId, domain: { domainName, chainId, isBlocked } }: DomainHealthProps) {
  const { data, error } = useQuery(setupQuery({ domain: domainName, chainId }))
  if (isBlocked) return <StateMark tone="bad">Blocked</StateMark>
  if (error) return <StateMark tone="neutral">Not known</StateMark>
  if (!data) return <StateMark tone="neutral">Checking…</StateMark>
  return data.isConfigured ? (
    <StateMark tone="good">Resolves here</StateMark>
  ) : (
    <Link
      to="/console/workspaces/$workspaceId/add-domain"
      params={{ workspaceId }}
      search={{ domain: domainName, chainId: `${chainId}` }}
      className="underline-offset-4 hover:underline"
    >
      <StateMark tone="warn">Not pointed here</StateMark>
    </Link>
  )
}
