interface Contact {
  /** The formatted name. */
  readonly name: string
  readonly note?: string | undefined
  readonly email?: string | undefined
  /** Of the web. */
  readonly urls: readonly string[]
}

/** A card of vCard 4.0 (RFC 6350), with its line endings. */
export function composeVcard({ name, note, email, urls }: Contact): string {
  const lines = [
    'BEGIN:VCARD',
    'VERSION:4.0',
    `FN:${escapeText(name)}`,
    ...(email === undefined ? [] : [`EMAIL:${escapeText(email)}`]),
    ...urls.map((url) => `URL:${url}`),
    ...(note === undefined ? [] : [`NOTE:${escapeText(note)}`]),
    'END:VCARD',
  ]
  return lines.map((line) => `${fold(line)}\r\n`).join('')
}

/** RFC 6350 §3.4. Other control characters have no form in a card. */
function escapeText(text: string): string {
  return text
    .replace(/[\\,;]/g, '\\$&')
    .replace(/\r\n|\r|\n/g, '\\n')
    .replace(/\p{Cc}/gu, '')
}

/** Octets of a line without its end. */
const maxLineBytes = 75

/** RFC 6350 §3.2: a longer line goes on behind a space, never inside of a character. */
function fold(line: string): string {
  const encoder = new TextEncoder()
  let folded = ''
  let bytes = 0
  for (const character of line) {
    const size = encoder.encode(character).length
    if (bytes + size > maxLineBytes) {
      folded += '\r\n '
      bytes = 1
    }
    folded += character
    bytes += size
  }
  return folded
}
