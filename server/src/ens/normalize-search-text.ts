import { normalizeName } from './name.ts'

/**
 * Normalizes a search text as part of a name (ENSIP-15), label by label. A part of a label need not be a valid label, so
 * text without a normal form is only lower-cased.
 */
export function normalizeSearchText(text: string): string {
  return text.split('.').map(normalizeSearchLabel).join('.')
}

function normalizeSearchLabel(text: string): string {
  try {
    return normalizeName(text)
  } catch {
    return text.normalize('NFC').toLowerCase()
  }
}
