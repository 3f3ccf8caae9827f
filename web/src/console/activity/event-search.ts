import { type EventKind, isEventKind } from './event-kinds.ts'

/** What the URL of a list of events says. Absent: all. */
export function parseEventSearch({ kind }: Record<string, unknown>): { kind?: EventKind | undefined } {
  return { kind: isEventKind(kind) ? kind : undefined }
}
