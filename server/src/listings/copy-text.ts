/** A block of rows in a dump of PostgreSQL in plain SQL. */
export interface CopyBlock {
  /** Without its schema. */
  readonly table: string
  readonly columns: readonly string[]
}

/** Ends the rows of a block. */
export const copyEnd = '\\.'

const identifier = String.raw`(?:"(?:[^"]|"")*"|[^\s".(),]+)`
const copyStart = new RegExp(
  String.raw`^COPY (?:${identifier}\.)?(${identifier}) \(((?:${identifier}, )*${identifier})\) FROM stdin;$`,
)

/** `undefined` for a line that does not begin a block. */
export function readCopyStart(line: string): CopyBlock | undefined {
  const [, table, columns] = copyStart.exec(line) ?? []
  if (table === undefined || columns === undefined) return undefined
  return { table: unquote(table), columns: columns.split(', ').map(unquote) }
}

function unquote(name: string): string {
  return name.startsWith('"') ? name.slice(1, -1).replaceAll('""', '"') : name
}

/** The values of a line in the text format of COPY; `null` is SQL's. */
export function readCopyRow(line: string): readonly (string | null)[] {
  const fields = line.split('\t')
  return line.includes('\\')
    ? fields.map((field) => (field === '\\N' ? null : field.replaceAll(escapes, toCharacter)))
    : fields
}

const escapes = /\\(?:x([0-9a-fA-F]{1,2})|([0-7]{1,3})|([\s\S]))/g

const controlCharacters: Readonly<Record<string, string>> = {
  b: '\b',
  f: '\f',
  n: '\n',
  r: '\r',
  t: '\t',
  v: '\v',
}

/** Codes of bytes beyond ASCII, which pg_dump does not write, become the mark of an invalid character. */
function toCharacter(_match: string, hex?: string, octal?: string, character = ''): string {
  const code = hex !== undefined ? Number.parseInt(hex, 16) : octal && Number.parseInt(octal, 8)
  if (typeof code === 'number') return code < 0x80 ? String.fromCharCode(code) : '\ufffd'
  return controlCharacters[character] ?? character
}
