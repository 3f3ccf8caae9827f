import { getRouteApi } from '@tanstack/react-router'
import { EventsScreen } from './EventsScreen.tsx'

const route = getRouteApi('/console/domains/$chainId/$domain/activity')

/** The events of a domain and its names. */
export function DomainActivityScreen() {
  const { domain, chainId } = route.useParams()
  const { kind = 'all' } = route.useSearch()
  const navigate = route.useNavigate()
  return (
    <EventsScreen
      selection={{ domain: { domain, chainId: Number(chainId) }, kind }}
      without={['access']}
      onKind={(next) => void navigate({ search: { kind: next }, replace: true })}
    />
  )
}
