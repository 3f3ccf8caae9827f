import { getRouteApi } from '@tanstack/react-router'
import { EventsScreen } from './EventsScreen.tsx'

const route = getRouteApi('/console/workspaces/$workspaceId/activity')

/** The events of a workspace. */
export function ActivityScreen() {
  const { workspaceId } = route.useParams()
  const { kind = 'all' } = route.useSearch()
  const navigate = route.useNavigate()
  return (
    <EventsScreen
      selection={{ workspaceId, kind }}
      onKind={(next) => void navigate({ search: { kind: next }, replace: true })}
    />
  )
}
