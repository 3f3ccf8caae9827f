import type { Claim } from '../../model/claim.ts'
import type { NewEvent } from '../../model/event.ts'

/** In UTF-16 units, as it is sent. */
export const maxCommentLength = 500

/** The words of an owner with a decision, on one line, in NFC; null for none or only white space. */
export function normalizeComment(comment: string | undefined): string | null {
  return comment?.normalize('NFC').replace(/\s+/gu, ' ').trim() || null
}

/** The event of a decision, with the words of the domain's owner. */
export function withComment(
  event: NewEvent,
  { id: key }: Pick<Claim, 'id'>,
  { comment: after }: Pick<Claim, 'comment'>,
): NewEvent {
  if (after === null) return event
  return { ...event, changes: [...event.changes, { field: 'comment', key, before: null, after }] }
}
