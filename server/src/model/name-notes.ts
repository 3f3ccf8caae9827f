import { AppError } from '../errors.ts'
import { isTag, maxTagLength, normalizeTag } from './note-limits.ts'

/** What the owner of a domain keeps about a name: for the members and keys of the workspace alone. */
export interface NameNotes {
  /** As the domain spells them, in the order of their folded texts; each once. */
  readonly tags: readonly string[]
  /** Plain text; empty: none. */
  readonly note: string
}

export const noNotes: NameNotes = { tags: [], note: '' }

/** Two tags with the same folded text are one. */
export function foldTag(tag: string): string {
  return tag.normalize('NFC').toLowerCase().normalize('NFC')
}

/**
 * In NFC, without white space around it.
 *
 * @throws AppError `BadRequestException` if it is blank or longer than `maxTagLength`, or holds control characters.
 */
export function parseTag(text: string): string {
  const tag = normalizeTag(text)
  if (!isTag(tag))
    throw new AppError(
      'BadRequestException',
      `A tag has 1 to ${maxTagLength} characters, and no control characters.`,
    )
  return tag
}

/** By their folded texts; of several that are one, the first. */
export function distinctTags(tags: readonly string[]): ReadonlyMap<string, string> {
  const byText = new Map<string, string>()
  for (const tag of tags) if (!byText.has(foldTag(tag))) byText.set(foldTag(tag), tag)
  return byText
}

/** In the order of their folded texts, by code units. */
export function sortTags(tags: readonly string[]): readonly string[] {
  return tags.toSorted((one, other) => {
    const [first, second] = [foldTag(one), foldTag(other)]
    return first < second ? -1 : first > second ? 1 : 0
  })
}

/** Absent fields stay. */
export interface NotesChange {
  /** Replaces all of them, before those of `add` and `remove`. */
  readonly tags?: readonly string[] | undefined
  readonly addTags?: readonly string[] | undefined
  readonly removeTags?: readonly string[] | undefined
  readonly note?: string | undefined
}

/** The state after a change of parsed tags; a tag that stays keeps its spelling. */
export function changedNotes(
  before: NameNotes,
  { tags, addTags = [], removeTags = [], note = before.note }: NotesChange,
): NameNotes {
  const kept = distinctTags(before.tags)
  const wanted = distinctTags([...(tags ?? before.tags), ...addTags])
  const removed = new Set(removeTags.map(foldTag))
  const after = [...wanted].flatMap(([folded, tag]) => (removed.has(folded) ? [] : [kept.get(folded) ?? tag]))
  return { tags: sortTags(after), note }
}
