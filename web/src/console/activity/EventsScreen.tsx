import { SelectInput } from '../../form/inputs.tsx'
import { Screen } from '../ui/Screen.tsx'
import { EventList } from './EventList.tsx'
import { type EventKind, eventKindOptions } from './event-kinds.ts'
import type { EventSelection } from './events-query.ts'

interface EventsScreenProps {
  readonly selection: EventSelection
  /** Kinds that the selection cannot have. */
  readonly without?: readonly EventKind[]
  readonly onKind: (kind: EventKind) => void
}

/** A list of events, and which kind of them it shows. */
export function EventsScreen({ selection, without = [], onKind }: EventsScreenProps) {
  return (
    <Screen
      title="Activity"
      actions={
        <div className="w-64">
          <SelectInput
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
