import type { NewEvent } from '../../model/event.ts'
import type { NameNotes } from '../../model/name-notes.ts'
import { maxTagsOfName } from '../../model/note-limits.ts'
import type { Subname } from '../../model/subname.ts'
import { diffList } from './diff-fields.ts'
import { type EventContext, newEvent } from './new-event.ts'

interface NotesChange {
  readonly subname: Pick<Subname, 'chainId' | 'name' | 'domainId'>
  readonly workspaceId: NewEvent['workspaceId']
  readonly before: NameNotes
  readonly after: NameNotes
}

/** A change of the owner's tags, a change each, and of the note, without its words. */
export function notesEvent(
  context: EventContext,
  { subname, workspaceId, before, after }: NotesChange,
): NewEvent {
  const { chainId, name, domainId } = subname
  const hasNote = ({ note }: NameNotes) => note !== ''
  const note = { field: 'note', key: null, before: hasNote(before), after: hasNote(after) }
  const changes = [
    ...diffList('tags', before.tags, after.tags, 2 * maxTagsOfName),
    ...(before.note === after.note ? [] : [note]),
  ]
  return newEvent(context, { type: 'subname.changed', chainId, name, domainId, workspaceId, changes })
}
