import { getRouteApi, Link } from '@tanstack/react-router'
import { NameTitle } from '../../ui/NameTitle.tsx'
import { EventList } from '../activity/EventList.tsx'
import { networkName } from '../instance.ts'
import { Screen } from '../ui/Screen.tsx'
import { Health } from './Health.tsx'
import { Lookups } from './Lookups.tsx'
import { NameCounts } from './NameCounts.tsx'
import { Section } from './Section.tsx'

const route = getRouteApi('/console/domains/$chainId/$domain')

export function OverviewScreen() {
  const params = route.useParams()
  const ref = { domain: params.domain, chainId: Number(params.chainId) }
  return (
    <Screen
      title={<NameTitle name={ref.domain} />}
      actions={
        <span className="text-soft flex gap-4 text-sm">
          {networkName(ref.chainId)}
          <a href={`/claim/${encodeURIComponent(ref.domain)}?chainId=${ref.chainId}`} className="underline">
            Claim page
          </a>
          <Link to="/console/domains/$chainId/$domain/names" params={params} className="underline">
            Names
          </Link>
        </span>
      }
    >
      <div className="grid gap-8 lg:grid-cols-2">
        <Health domain={ref} />
        <NameCounts domain={ref} />
        <Lookups domain={ref} />
        <Section title="Newest activity">
          <EventList domain={ref} kind="all" limit={8} />
        </Section>
      </div>
    </Screen>
  )
}
