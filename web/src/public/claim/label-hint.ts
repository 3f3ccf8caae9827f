import type { VisitorPolicy } from '../page-data.ts'

/** The rules of the owner, before anything is typed. */
export function labelHint({ minLength, maxLength, characters }: VisitorPolicy): string {
  const length =
    minLength <= 1 && maxLength >= 63
      ? ''
      : minLength <= 1
        ? `at most ${maxLength} characters`
        : maxLength >= 63
          ? `at least ${minLength} characters`
          : `${minLength} to ${maxLength} characters`
  const kinds = characters === 'letters-and-digits' ? 'a–z, 0–9 and hyphens' : 'letters, digits, emoji'
  const text = [kinds, length].filter(Boolean).join(', ')
  return text.charAt(0).toUpperCase() + text.slice(1)
}
