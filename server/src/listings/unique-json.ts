/** JSON in which an object has a key twice: which of its values is meant is not known, and a parser would take the last one in silence. */
export class DuplicateKeyError extends Error {
  override readonly name = 'DuplicateKeyError'
  readonly key: string

  constructor(key: string, { line, column }: Place) {
    super(`Line ${line}, column ${column}: the key "${shown(key)}" is there twice in one object.`)
    this.key = key
  }
}

interface Place {
  /** From 1. */
  readonly line: number
  /** From 1, in UTF-16. */
  readonly column: number
}

const shownChars = 60

function shown(key: string): string {
  return key.length > shownChars ? `${key.slice(0, shownChars)}…` : key
}

/** @throws SyntaxError for what is no JSON, `DuplicateKeyError` for an object with a key twice. */
export function parseUniqueJson(text: string): unknown {
  const value: unknown = JSON.parse(text)
  assertUniqueKeys(text)
  return value
}

/** Begins of texts, begins and ends of objects and lists, in JSON. */
const marks = /["{}[\]]/g

/** White space, and the colon that makes a text a key. */
const keyEnd = /[ \t\r\n]*:/y

function assertUniqueKeys(text: string): void {
  // Of each object that is open, its keys; undefined for a list.
  const open: (Set<string> | undefined)[] = []
  marks.lastIndex = 0
  for (let match = marks.exec(text); match; match = marks.exec(text)) {
    const [mark] = match
    if (mark === '{') open.push(new Set())
    else if (mark === '[') open.push(undefined)
    else if (mark !== '"') open.pop()
    else {
      const end = endOfText(text, match.index)
      marks.lastIndex = end
      keyEnd.lastIndex = end
      const keys = open.at(-1)
      if (!keys || !keyEnd.test(text)) continue
      const token = text.slice(match.index, end)
      const key = token.includes('\\') ? `${JSON.parse(token)}` : token.slice(1, -1)
      if (keys.has(key)) throw new DuplicateKeyError(key, placeOf(text, match.index))
      keys.add(key)
    }
  }
}

/** Behind the quotation mark that ends a text: one with an even number of backslashes before it. A pattern would need a stack. */
function endOfText(text: string, start: number): number {
  let end = start
  let backslashes: number
  do {
    end = text.indexOf('"', end + 1)
    backslashes = 0
    while (text[end - 1 - backslashes] === '\\') backslashes += 1
  } while (backslashes % 2 === 1)
  return end + 1
}

function placeOf(text: string, index: number): Place {
  const before = text.slice(0, index)
  return { line: before.split('\n').length, column: index - before.lastIndexOf('\n') }
}
