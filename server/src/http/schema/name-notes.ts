import { z } from 'zod'
import { maxNoteLength, maxTagLength, notePattern } from '../../model/note-limits.ts'
import { printable } from './primitives.ts'

/** In UTF-16, before normalization, which may make them longer or shorter. */
export const tagText = printable.min(1).max(4 * maxTagLength)

/** Plain text of several lines. */
export const noteText = z
  .string()
  .max(maxNoteLength)
  .regex(notePattern, 'holds control characters other than line breaks and tabs')
