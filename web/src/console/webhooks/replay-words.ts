import { formatCount } from '../../ui/format-number.ts'

/** What a replay since a time would send. */
export interface ReplayPlan {
  readonly events: number
  /** Older ones are left out. */
  readonly isCut: boolean
}

/** `12 events will be sent again, the oldest first.` */
export function replayPlanWords({ events, isCut }: ReplayPlan): string {
  if (events === 0) return 'No event that this webhook gets has happened since then.'
  if (isCut)
    return `The newest ${eventsOf(events)} will be sent again, the oldest of them first. Earlier ones are left out.`
  return `${capital(eventsOf(events))} will be sent again${events === 1 ? '' : ', the oldest first'}.`
}

/** Of the button; undefined: the number is not known yet. */
export function sendWords(plan: ReplayPlan | undefined): string {
  return plan && plan.events > 0 ? `Send ${eventsOf(plan.events)} again` : 'Send them again'
}

function eventsOf(count: number): string {
  return count === 1 ? 'one event' : `${formatCount(count)} events`
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}
