import { getRouteApi } from '@tanstack/react-router'
import { ChoiceInput } from '../../form/choices.tsx'
import { Screen } from '../ui/Screen.tsx'
import { EventList } from './EventList.tsx'
import { type EventKind, eventKindOptions } from './event-kinds.ts'
import type { EventSelection } from './queries.ts'

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

const domainRoute = getRouteApi('/console/domains/$chainId/$domain/activity')

/** The events of a domain and its names. */
export function DomainActivityScreen() {
  const { domain, chainId } = domainRoute.useParams()
  const { kind = 'all' } = domainRoute.useSearch()
  const navigate = domainRoute.useNavigate()
  return (
    <EventsScreen
      selection={{ domain: { domain, chainId: Number(chainId) }, kind }}
      without={['access']}
      onKind={(next) => void navigate({ search: { kind: next }, replace: true })}
    />
  )
}

interface EventsScreenProps {
  readonly selection: EventSelection
  /** Kinds that the selection cannot have. */
  readonly without?: readonly EventKind[]
  readonly onKind: (kind: EventKind) => void
}

/** A list of events, and which kind of them it shows. */
function EventsScreen({ selection, without = [], onKind }: EventsScreenProps) {
  return (
    <Screen
      title="Activity"
      actions={
        <div className="w-64 max-w-full">
          <ChoiceInput
            title="Show"
            value={selection.kind}
            options={eventKindOptions.filter(({ value }) => !without.includes(value))}
            onChange={onKind}
          />
        </div>
      }
    >
      <EventList {...selection} />
    </Screen>
  )
}
