import { normalizeName } from './name.ts'

/**
 * Writes a text that is searched for as it would stand in a normalized name (ENSIP-15), label by label. A part of a
 * label need not be a label, so one that has no normal form is only put into lower case.
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
