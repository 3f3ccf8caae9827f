import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { type DomainRef, domainQuery } from '../queries.ts'
import { ErrorState } from '../ui/Query.tsx'
import { Section } from './Section.tsx'

export function NameCounts({ domain }: { readonly domain: DomainRef }) {
  const { data, error, refetch } = useQuery(domainQuery(domain))
  const { names, claimedNames, userChosenLimit } = data?.domain ?? {}
  const reservedNames = names === undefined || claimedNames === undefined ? undefined : names - claimedNames
  const params = { domain: domain.domain, chainId: `${domain.chainId}` }
  const linkTo = (state: 'claimed' | 'reserved', title: string) => (
    <Link
      to="/console/domains/$chainId/$domain/names"
      params={params}
      search={{ state }}
      className="hover:underline"
    >
      {title}
    </Link>
  )
  if (error && !data)
    return (
      <Section title="Names">
        <ErrorState title="The names were not counted." error={error} onRetry={() => void refetch()} />
      </Section>
    )
  return (
    <Section title="Names">
      <dl className="grid grid-cols-3 gap-4 py-2">
        <Count title={linkTo('claimed', 'Claimed')} value={claimedNames} />
        <Count title={linkTo('reserved', 'Reserved')} value={reservedNames} />
        <Count title="Limit" value={userChosenLimit} />
      </dl>
    </Section>
  )
}

interface CountProps {
  readonly title: ReactNode
  /** Undefined while it is read. */
  readonly value: number | null | undefined
}

function Count({ title, value }: CountProps) {
  return (
    <div>
      <dt className="text-soft text-sm">{title}</dt>
      <dd className="text-2xl font-semibold tabular-nums">
        {value === undefined ? '–' : (value?.toLocaleString('en') ?? 'None')}
      </dd>
    </div>
  )
}
