import { useQuery } from '@tanstack/react-query'
import { formatCount } from '../../ui/format-number.ts'
import { Query } from '../ui/Query.tsx'
import { instanceQuery } from './queries.ts'

export function InstanceState() {
  const query = useQuery(instanceQuery)
  return (
    <Query query={query} subject="the state of the instance">
      {({ database, databaseBytes, imageBytes, workspaces, domains, names, limits }) => (
        <dl className="grid grid-cols-2 gap-x-8 gap-y-4 text-sm @xl:grid-cols-3">
          <Fact title="Workspaces">{formatCount(workspaces)}</Fact>
          <Fact title="Domains">{formatCount(domains)}</Fact>
          <Fact title="Names">{formatCount(names)}</Fact>
          <Fact title="Database">
            {megabytes(databaseBytes)}, {database === 'sqlite' ? 'SQLite' : 'PostgreSQL'}
          </Fact>
          <Fact title="Images">{megabytes(imageBytes)}</Fact>
          <Fact title="Requests of a key">{perMinute(limits.requestsPerKey)}</Fact>
          <Fact title="Requests of an address">{perMinute(limits.requestsPerIp)}</Fact>
          <Fact title="Of these, costly ones">{perMinute(limits.expensiveRequestsPerIp)}</Fact>
          <Fact title="Writes of an address">{perDay(limits.writesPerIp)}</Fact>
          <Fact title="Writes of a wallet">{perDay(limits.writesPerWallet)}</Fact>
          <Fact title="Writes to a name">{perDay(limits.writesPerName)}</Fact>
          <Fact title="Writes to a domain">{perDay(limits.writesPerDomain)}</Fact>
          <Fact title="Events are kept">{days(limits.eventDays)}</Fact>
          <Fact title="Deliveries are kept">{days(limits.deliveryDays)}</Fact>
          <Fact title="Counts of lookups are kept">{days(limits.statisticsDays)}</Fact>
        </dl>
      )}
    </Query>
  )
}

function Fact({ title, children }: { readonly title: string; readonly children: React.ReactNode }) {
  return (
    <div>
      <dt className="text-soft">{title}</dt>
      <dd className="tabular-nums">{children}</dd>
    </div>
  )
}

function megabytes(bytes: number): string {
  return `${(bytes / 1_048_576).toLocaleString('en', { maximumFractionDigits: bytes < 10_485_760 ? 1 : 0 })} MiB`
}

function perMinute(requests: number): string {
  return requests === 0 ? 'no limit' : `${formatCount(requests)} a minute`
}

/** Without an API key or a session. */
function perDay(writes: number): string {
  return writes === 0 ? 'no limit' : `${formatCount(writes)} a day`
}

function days(count: number): string {
  return count === 0 ? 'without end' : `${formatCount(count)} days`
}
