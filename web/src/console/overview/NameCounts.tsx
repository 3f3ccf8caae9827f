import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { domainQuery } from '../queries/domain.ts'
import type { DomainRef } from '../queries/domains.ts'
import { nameCountQuery } from '../queries/overview.ts'
import { ErrorState } from '../ui/ErrorState.tsx'
import { Section } from './Section.tsx'

export function NameCounts({ domain }: { readonly domain: DomainRef }) {
  const claimed = useQuery(nameCountQuery(domain, 'claimed'))
  const reserved = useQuery(nameCountQuery(domain, 'reserved'))
  const details = useQuery(domainQuery(domain))
  const counts = [
    { title: 'Claimed', state: 'claimed', total: claimed.data },
    { title: 'Reserved', state: 'reserved', total: reserved.data },
  ] as const
  const params = { domain: domain.domain, chainId: `${domain.chainId}` }
  if (claimed.error)
    return (
      <Section title="Names">
        <ErrorState
          title="The names were not counted."
          error={claimed.error}
          onRetry={() => void claimed.refetch()}
        />
      </Section>
    )
  return (
    <Section title="Names">
      <dl className="grid grid-cols-3 gap-4 py-2">
        {counts.map(({ title, state, total }) => (
          <div key={title}>
            <dt className="text-soft text-sm">
              <Link
                to="/console/domains/$chainId/$domain/names"
                params={params}
                search={{ state }}
                className="hover:underline"
              >
                {title}
              </Link>
            </dt>
            <dd className="text-2xl font-semibold tabular-nums">
              {total ? `${total.count.toLocaleString('en')}${total.isExact ? '' : '+'}` : '–'}
            </dd>
          </div>
        ))}
        <div>
          <dt className="text-soft text-sm">Limit</dt>
          <dd className="text-2xl font-semibold tabular-nums">
            {details.data ? (details.data.row.userChosenLimit?.toLocaleString('en') ?? 'None') : '–'}
          </dd>
        </div>
      </dl>
    </Section>
  )
}
