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

/** Plain text of several lines: of the control characters of ASCII, line feeds and tabs alone. */
export const notePattern = /^[\P{Cc}\t\n\u0080-\u009f]*$/u

export function isNote(text: string): boolean {
  return text.length <= maxNoteLength && notePattern.test(text)
}
