import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { Download } from 'lucide-react'
import { Failure } from '../../form/Failure.tsx'
import { useAction } from '../../form/use-action.ts'
import { Button } from '../../ui/Button.tsx'
import { formatCount } from '../../ui/format-number.ts'
import { domainQuery } from '../queries.ts'
import { download } from '../ui/download.ts'
import { Screen } from '../ui/Screen.tsx'
import { notify } from '../ui/Toasts.tsx'
import { ActivityFilters, allEvents } from './ActivityFilters.tsx'
import { noNames } from './describe-event.ts'
import { EventList } from './EventList.tsx'
import type { EventKind } from './event-kinds.ts'
import type { EventSearch } from './event-search.ts'
import type { EventSelection } from './queries.ts'
import { useWorkspaceKeyNames } from './use-actor-names.ts'

const route = getRouteApi('/console/workspaces/$workspaceId/activity')

/** The events of a workspace. */
export function ActivityScreen() {
  const { workspaceId } = route.useParams()
  const search = route.useSearch()
  const navigate = route.useNavigate()
  return (
    <EventsScreen
      selection={{ workspaceId, ...search }}
      search={search}
      workspaceId={workspaceId}
      fileName="activity"
      onChange={(changes) =>
        void navigate({ search: (current) => ({ ...current, ...changes }), replace: true })
      }
    />
  )
}

const domainRoute = getRouteApi('/console/domains/$chainId/$domain/activity')

/** The events of a domain and its names. */
export function DomainActivityScreen() {
  const { domain, chainId } = domainRoute.useParams()
  const search = domainRoute.useSearch()
  const navigate = domainRoute.useNavigate()
  const ref = { domain, chainId: Number(chainId) }
  const { data: details } = useQuery(domainQuery(ref))
  return (
    <EventsScreen
      selection={{ domain: ref, ...search }}
      search={search}
      workspaceId={details?.domain.workspaceId}
      without={['access']}
      fileName={`activity of ${domain}`}
      onChange={(changes) =>
        void navigate({ search: (current) => ({ ...current, ...changes }), replace: true })
      }
    />
  )
}

interface EventsScreenProps {
  readonly selection: EventSelection
  readonly search: EventSearch
  readonly workspaceId: string | undefined
  /** Kinds that the selection cannot have. */
  readonly without?: readonly EventKind[]
  readonly fileName: string
  readonly onChange: (changes: EventSearch) => void
}

/** A list of events, what it shows, and the same as a file. */
function EventsScreen(props: EventsScreenProps) {
  const { selection, search, workspaceId, without = [], fileName, onChange } = props
  const saving = useAction()
  const keys = useWorkspaceKeyNames(workspaceId)
  const save = async () => {
    const { exportEvents, maxExported } = await import('./export-events.ts')
    const { file, isCut } = await exportEvents(selection, { ...noNames, keys })
    download(`${fileName}.csv`, file)
    notify(isCut ? `The newest ${formatCount(maxExported)} are saved.` : 'The list is saved as a file.')
  }
  return (
    <Screen
      title="Activity"
      words="Every change, who made it, and what was there before."
      actions={
        <Button size="dense" isBusy={saving.isBusy} onClick={() => void saving.run(save)}>
          {!saving.isBusy && <Download aria-hidden className="size-4" />}
          {saving.isBusy ? 'Reading…' : 'Export'}
        </Button>
      }
    >
      <Failure title="The list was not saved." problem={saving.problem} />
      <ActivityFilters search={search} workspaceId={workspaceId} without={without} onChange={onChange} />
      <EventList {...selection} onActor={(by) => onChange({ by })} onShowAll={() => onChange(allEvents)} />
    </Screen>
  )
}
