import { z } from 'zod'
import { maxNoteLength, maxTagLength } from '../../model/name-notes.ts'
import { printable } from './primitives.ts'

/** In UTF-16, before normalization, which may make them longer or shorter. */
export const tagText = printable.min(1).max(4 * maxTagLength)

/** Plain text of several lines. */
export const noteText = z
  .string()
  .max(maxNoteLength)
  // biome-ignore lint/suspicious/noControlCharactersInRegex: those that it refuses.
  .regex(/^[^\u0000-\u0008\u000b-\u001f\u007f]*$/, 'holds control characters other than line breaks and tabs')
