import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { type DomainDetails, domainQuery } from '../queries.ts'
import { useSession } from '../session.ts'
import { Query } from '../ui/Query.tsx'
import { Screen } from '../ui/Screen.tsx'
import { ArriveSection } from './ArriveSection.tsx'
import { BlockSection } from './BlockSection.tsx'
import { CachingSection } from './CachingSection.tsx'
import { DeleteSection } from './DeleteSection.tsx'
import { ExportSection } from './ExportSection.tsx'
import { HostsSection } from './HostsSection.tsx'
import { LimitSection } from './LimitSection.tsx'
import { MoveSection } from './MoveSection.tsx'
import { OriginsSection } from './OriginsSection.tsx'
import { SubscriptionSection } from './SubscriptionSection.tsx'

const route = getRouteApi('/console/domains/$chainId/$domain')

export function SettingsScreen() {
  const { domain, chainId } = route.useParams()
  const query = useQuery(domainQuery({ domain, chainId: Number(chainId) }))
  return (
    <Screen title="Settings">
      <Query query={query} subject="the settings">
        {(details) => <Sections key={details.domain.id} {...details} />}
      </Query>
    </Screen>
  )
}

function Sections(details: DomainDetails) {
  const session = useSession()
  return (
    <div className="max-w-2xl">
      <LimitSection {...details} />
      <HostsSection {...details} />
      <OriginsSection {...details} />
      <CachingSection {...details} />
      <MoveSection {...details} />
      {session?.isOperator && (
        <>
          <SubscriptionSection {...details} />
          <BlockSection {...details} />
        </>
      )}
      <ArriveSection {...details} />
      <ExportSection {...details} />
      <DeleteSection {...details} />
    </div>
  )
}
