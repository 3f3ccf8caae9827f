/** A record of a table. Its number is that of a spreadsheet: the titles are in row 1, and empty rows count. */
export interface TableRecord {
  readonly row: number
  readonly cells: readonly string[]
}

/** A table that is not read, since from a place on its cells may not be what they seem to be. */
export class TableError extends Error {
  override readonly name = 'TableError'
}

const quote = '"'.charCodeAt(0)
const lineFeed = '\n'.charCodeAt(0)
const carriageReturn = '\r'.charCodeAt(0)

/** What separates cells, the usual one first. */
const delimiters = [',', ';', '\t', '|', '\u001f', '\u001e'] as const

/** Longer rows are no names: the records of one have at most 64 KiB. */
const maxRowChars = 1_048_576

type State = 'start' | 'plain' | 'quoted' | 'closed'

/**
 * Reads a table by the letter of RFC 4180, in parts: a quoted cell is closed, and followed by a delimiter or the end of the
 * line; a quotation mark is nowhere else. Lines end with CRLF, LF or CR. The delimiter is that of a first line `sep=;`, as Excel
 * writes it, else the one that the titles have most of.
 *
 * Each method throws `TableError`, with row and column.
 */
export class TableReader {
  #head: string | undefined = ''
  #delimiter = 0
  #state: State = 'start'
  #cell = ''
  #cells: string[] = []
  #titles: readonly string[] | undefined
  #row = 1
  #chars = 0
  #skipsLineFeed = false

  /** Records that end in this part. Those without any content are left out. */
  write(text: string): readonly TableRecord[] {
    if (this.#head === undefined) return this.#read(text)
    this.#head += text
    const rest = this.#openTable(this.#head, false)
    return rest === undefined ? [] : this.#read(rest)
  }

  /** The last record, which may have no end of line. */
  end(): readonly TableRecord[] {
    const found: TableRecord[] = []
    if (this.#head !== undefined) found.push(...this.#read(this.#openTable(this.#head, true) ?? ''))
    if (this.#state === 'quoted')
      throw this.#error(
        'quotation marks do not match: the cell is not closed. A cell that begins with one must end with one, and those inside ' +
          'it are written twice; or the file is cut off here',
      )
    if (this.#state !== 'start' || this.#cells.length > 0) {
      this.#endCell()
      this.#endRecord(found)
    }
    return found
  }

  /** Finds the delimiter; `undefined` while the first line is not complete. @returns what is to be read. */
  #openTable(head: string, isAll: boolean): string | undefined {
    const text = head.replace(/^\ufeff/, '')
    const [sepLine, separator] = /^"?sep=([^\r\n"])"?(?:\r\n|\n|\r(?!$))/i.exec(text) ?? []
    if (sepLine !== undefined && separator !== undefined) {
      this.#delimiter = separator.charCodeAt(0)
      this.#head = undefined
      return text.slice(sepLine.length)
    }
    if (!isAll && /^"?sep=[^\r\n"]?"?\r?$/i.test(text)) return undefined
    const titles = firstLine(text)
    if (titles === undefined && !isAll) {
      if (text.length > maxRowChars)
        throw this.#error('the row is too long; a quotation mark before it may not be closed')
      return undefined
    }
    this.#delimiter = mostOf(titles ?? text).charCodeAt(0)
    this.#head = undefined
    return text
  }

  #read(text: string): readonly TableRecord[] {
    const found: TableRecord[] = []
    let from = 0
    for (let index = 0; index < text.length; index++) {
      const code = text.charCodeAt(index)
      if (this.#skipsLineFeed) {
        this.#skipsLineFeed = false
        if (code === lineFeed) {
          from = index + 1
          continue
        }
      }
      this.#chars += 1
      if (this.#chars > maxRowChars)
        throw this.#error('the row is too long; a quotation mark before it may not be closed')
      if (code === 0) throw this.#error('a character U+0000 is no text')
      if (this.#state === 'quoted') {
        if (code !== quote) continue
        this.#cell += text.slice(from, index)
        from = index + 1
        this.#state = 'closed'
      } else if (code === quote) {
        if (this.#state === 'plain')
          throw this.#error(
            'quotation marks do not match: one is inside a cell that does not begin with one. Put the cell into quotation marks, ' +
              'and write those inside it twice',
          )
        // After a closed one it is a part of the cell.
        if (this.#state === 'closed') this.#cell += '"'
        from = index + 1
        this.#state = 'quoted'
      } else if (code === this.#delimiter || code === lineFeed || code === carriageReturn) {
        if (this.#state === 'plain') this.#cell += text.slice(from, index)
        from = index + 1
        this.#endCell()
        if (code !== this.#delimiter) {
          this.#endRecord(found)
          this.#skipsLineFeed = code === carriageReturn
        }
      } else if (this.#state === 'closed')
        throw this.#error(
          'quotation marks do not match: text follows a closing one. A cell that begins with one must end with one, and those ' +
            'inside it are written twice',
        )
      else this.#state = 'plain'
    }
    if (this.#state === 'plain' || this.#state === 'quoted') this.#cell += text.slice(from)
    return found
  }

  #endCell(): void {
    this.#cells.push(this.#cell)
    this.#cell = ''
    this.#state = 'start'
  }

  #endRecord(found: TableRecord[]): void {
    const cells = this.#cells
    if (cells.some((cell) => cell.trim() !== '')) {
      this.#titles ??= cells
      found.push({ row: this.#row, cells })
    }
    this.#cells = []
    this.#row += 1
    this.#chars = 0
  }

  #error(problem: string): TableError {
    const column = this.#cells.length
    const title = this.#titles?.[column]?.trim().slice(0, 80)
    const place = `Row ${this.#row.toLocaleString('en')}, column ${column + 1}${title ? ` (${title})` : ''}`
    return new TableError(`${place}: ${problem}.`)
  }
}

/** Without its end; `undefined` while it has none outside of quotation marks. */
function firstLine(text: string): string | undefined {
  let isQuoted = false
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index)
    if (code === quote) isQuoted = !isQuoted
    else if (!isQuoted && (code === lineFeed || code === carriageReturn)) {
      const line = text.slice(0, index)
      if (line.trim() !== '') return line
    }
  }
  return undefined
}

/** Outside of quotation marks. */
function mostOf(line: string): string {
  const plain = line.replaceAll(/"[^"]*"/g, '')
  const counts = delimiters.map((delimiter) => plain.split(delimiter).length)
  return delimiters[counts.indexOf(Math.max(...counts))] ?? ','
}

/** The records of a text that comes in parts. @throws TableError. */
export async function* readRecords(parts: AsyncIterable<string>): AsyncGenerator<TableRecord> {
  const reader = new TableReader()
  for await (const part of parts) yield* reader.write(part)
  yield* reader.end()
}

/** Those of a whole text. @throws TableError. */
export function recordsOf(text: string): readonly TableRecord[] {
  const reader = new TableReader()
  return [...reader.write(text), ...reader.end()]
}

/** How a file of text is encoded, by its first bytes: a byte order mark, or the zero bytes that ASCII has in UTF-16. */
export function encodingOf(start: Uint8Array): 'utf-8' | 'utf-16le' | 'utf-16be' {
  if (start[0] === 0xff && start[1] === 0xfe) return 'utf-16le'
  if (start[0] === 0xfe && start[1] === 0xff) return 'utf-16be'
  const zeros = [0, 0]
  for (const [index, byte] of start.entries()) if (byte === 0) zeros[index % 2] = (zeros[index % 2] ?? 0) + 1
  const [even = 0, odd = 0] = zeros
  // A table begins with titles in ASCII.
  if (start.length < 4 || even + odd < start.length / 4) return 'utf-8'
  return odd > even ? 'utf-16le' : 'utf-16be'
}
