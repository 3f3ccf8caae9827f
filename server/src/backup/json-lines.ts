import type { Readable } from 'node:stream'
import { OperatorError } from '../operator-error.ts'
import { describeError } from '../store/store.ts'

/** Above the largest row that the limits of the interface allow; a line is in memory as a whole. */
const maxLineMiB = 64

/**
 * Text after the last line feed is a line too.
 *
 * @throws OperatorError for unreadable text, such as truncated gzip, or a line above the bound.
 */
export async function* linesOf(text: Readable): AsyncGenerator<readonly string[]> {
  let rest = ''
  try {
    for await (const chunk of text.setEncoding('utf8')) {
      const [first = '', ...others] = String(chunk).split('\n')
      const lines = [`${rest}${first}`, ...others]
      rest = lines.pop() ?? ''
      if (rest.length > maxLineMiB * 1_048_576)
        throw new Error(`it has a line of more than ${maxLineMiB} MiB`)
      if (lines.length > 0) yield lines
    }
  } catch (error) {
    throw new OperatorError(`The backup cannot be read: ${describeError(error)}.`, { cause: error })
  }
  if (rest !== '') yield [rest]
}
