import { normalizeName } from './name.ts'

/** Normalizes (ENSIP-15) or, for parts of labels without a normal form, lower-cases each label. */
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
