/** Without imports: pages and readers of files have the same. */

/** In code points, after normalization. */
export const maxTagLength = 40
export const maxTagsOfName = 20
/** Different ones. */
export const maxTagsOfDomain = 200
/** In UTF-16. */
export const maxNoteLength = 2000

/** In NFC, without white space around it. */
export function normalizeTag(text: string): string {
  return text.normalize('NFC').trim()
}

/** Of a normalized text. */
export function isTag(tag: string): boolean {
  const length = [...tag].length
  return length >= 1 && length <= maxTagLength && !/[\p{Cc}\p{Cs}]/u.test(tag)
}

/** Plain text of several lines: of the control characters of ASCII, line feeds and tabs alone. The document has it, without flags. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: those that it refuses.
export const notePattern = /^[^\u0000-\u0008\u000b-\u001f\u007f]*$/

export function isNote(text: string): boolean {
  return text.length <= maxNoteLength && notePattern.test(text)
}
