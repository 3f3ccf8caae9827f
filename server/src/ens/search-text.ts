import { AppError } from '../errors.ts'
import { normalizeName } from './names.ts'

/** In UTF-16; no name is longer. */
const maxSearchChars = 1000

/**
 * Normalizes (ENSIP-15) or, for parts of labels without a normal form, lower-cases each label.
 * @throws AppError `BadRequestException` for a text that is longer than any name.
 */
export function normalizeSearchText(text: string): string {
  if (text.length > maxSearchChars)
    throw new AppError('BadRequestException', `A search text has at most ${maxSearchChars} characters.`)
  return text.split('.').map(normalizeSearchLabel).join('.')
}

function normalizeSearchLabel(text: string): string {
  try {
    return normalizeName(text)
  } catch {
    return text.normalize('NFC').toLowerCase()
  }
}
