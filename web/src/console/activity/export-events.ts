import { byteOrderMark, csvLine } from '../ui/csv.ts'
import { changeWordsOf, describeChange } from './change-words.ts'
import { type ActorNames, describeActor } from './describe-event.ts'
import { titleOfEvent } from './event-kinds.ts'
import { type Event, type EventSelection, readEvents } from './queries.ts'

/** Rows of a file. */
export const maxExported = 10_000

const pageSize = 500

interface ExportedEvents {
  readonly file: Blob
  /** Whether older ones were left out. */
  readonly isCut: boolean
}

/** The newest that are selected, as CSV; page by page, because a list of a workspace may be long. */
export async function exportEvents(selection: EventSelection, names: ActorNames): Promise<ExportedEvents> {
  const lines: string[] = [csvLine(['time', 'name', 'event', 'by', 'changes', 'type'])]
  let after: string | null = null
  do {
    const page: Awaited<ReturnType<typeof readEvents>> = await readEvents(selection, {
      after,
      limit: pageSize,
    })
    lines.push(...page.data.map((event) => lineOf(event, names)))
    after = page.next
  } while (after !== null && lines.length <= maxExported)
  const file = new Blob([byteOrderMark, ...lines.slice(0, maxExported + 1)], { type: 'text/csv' })
  return { file, isCut: after !== null || lines.length > maxExported + 1 }
}

function lineOf(event: Event, names: ActorNames): string {
  const { time, name, type, actor } = event
  const words = changeWordsOf(event).map(describeChange).join('; ')
  return csvLine([time, name ?? '', titleOfEvent(type), describeActor(actor, names), words, type])
}
