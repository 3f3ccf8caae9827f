import { createHash } from 'node:crypto'
import { open } from 'node:fs/promises'

/** A file that is written line by line. */
export interface LineFile {
  /** With its line feed. */
  readonly write: (line: string) => Promise<void>
  /** Is on disk then. */
  readonly close: () => Promise<{ readonly bytes: number; readonly sha256: string }>
}

const maxBufferedChars = 262_144

/** @throws for a file that exists. */
export async function createLineFile(path: string): Promise<LineFile> {
  const file = await open(path, 'wx')
  const hash = createHash('sha256')
  let bytes = 0
  let buffered: string[] = []
  let chars = 0
  const flush = async () => {
    const part = Buffer.from(buffered.join(''))
    buffered = []
    chars = 0
    hash.update(part)
    bytes += part.length
    await file.appendFile(part)
  }
  return {
    write: async (line) => {
      buffered.push(line)
      chars += line.length
      if (chars >= maxBufferedChars) await flush()
    },
    close: async () => {
      try {
        await flush()
        await file.sync()
      } finally {
        await file.close()
      }
      return { bytes, sha256: hash.digest('hex') }
    },
  }
}

/**
 * The lines of a text that comes in parts. They end with line feeds alone: texts have other separators (U+2028), at which
 * `node:readline` would cut them.
 *
 * @throws RangeError for a longer line.
 */
export async function* splitLines(
  parts: AsyncIterable<string>,
  maxChars = Number.POSITIVE_INFINITY,
): AsyncGenerator<string> {
  let rest = ''
  for await (const part of parts) {
    const [first = '', ...others] = part.split('\n')
    rest += first
    for (const next of others) {
      yield rest
      rest = next
    }
    if (rest.length > maxChars) throw new RangeError(`A line has more than ${maxChars} characters.`)
  }
  if (rest !== '') yield rest
}
