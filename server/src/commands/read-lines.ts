import { OperatorError } from '../errors.ts'
import { encodingOf } from '../listings/table.ts'
import { openRegularFile } from '../regular-file.ts'

/** Longer ones are no names: the records of one have at most 64 KiB. */
const maxLineChars = 1_048_576

/** What files of other kinds begin with. */
const signatures: readonly (readonly [start: Buffer, what: string])[] = [
  [Buffer.from([0x1f, 0x8b]), 'is compressed by gzip: uncompress it first'],
  [Buffer.from('PK\u0003\u0004'), 'is a zip archive or a workbook: save it as CSV'],
  [
    Buffer.from('PGDMP'),
    'is a dump in the format of pg_restore: `pg_restore --file=dump.sql` makes SQL of it',
  ],
]

/** @throws OperatorError for a file that begins as one of another kind, and for what is no file. */
export async function assertText(path: string): Promise<void> {
  const file = await openRegularFile(path)
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(8), 0, 8, 0)
    const begin = buffer.subarray(0, bytesRead)
    const found = signatures.find(([start]) => begin.subarray(0, start.length).equals(start))
    if (found) throw new OperatorError(`${path} ${found[1]}.`)
  } finally {
    await file.close()
  }
}

const partBytes = 262_144

/** The text of a file, without a byte order mark. @throws OperatorError unless it is in UTF-8 or UTF-16. */
export async function* readTextOf(path: string): AsyncGenerator<string> {
  let decoder: InstanceType<typeof TextDecoder> | undefined
  const decode = (bytes?: Uint8Array) => {
    decoder ??= new TextDecoder(encodingOf(bytes?.subarray(0, 512) ?? new Uint8Array()), { fatal: true })
    try {
      return bytes ? decoder.decode(bytes, { stream: true }) : decoder.decode()
    } catch (error) {
      throw new OperatorError(`${path} is not in UTF-8: save it in UTF-8.`, { cause: error })
    }
  }
  const file = await openRegularFile(path)
  for await (const bytes of file.createReadStream({ highWaterMark: partBytes }) as AsyncIterable<Buffer>)
    yield decode(bytes)
  yield decode()
}

/**
 * The lines of a file, which end with a line feed only: texts have other separators (U+2028), at which `node:readline` would
 * cut them.
 * @throws OperatorError for a line that is too long, and unless the file is UTF-8.
 */
export async function* readLines(path: string, maxChars = maxLineChars): AsyncGenerator<string> {
  let rest = ''
  let line = 0
  const assertBounded = () => {
    if (rest.length > maxChars) throw new OperatorError(`Line ${line + 1} of ${path} is too long.`)
  }
  for await (const text of readTextOf(path)) {
    const [first = '', ...others] = text.split('\n')
    rest += first
    for (const next of others) {
      assertBounded()
      yield withoutReturn(rest)
      line += 1
      rest = next
    }
    assertBounded()
  }
  if (rest !== '') yield withoutReturn(rest)
}

function withoutReturn(line: string): string {
  return line.endsWith('\r') ? line.slice(0, -1) : line
}
