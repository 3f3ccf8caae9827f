import type { Readable } from 'node:stream'
import { OperatorError } from '../operator-error.ts'
import { describeError } from '../store/store.ts'

/**
 * Text after the last line feed is a line too.
 *
 * @throws OperatorError for unreadable text, such as truncated gzip.
 */
export async function* linesOf(text: Readable): AsyncGenerator<readonly string[]> {
  let rest = ''
  try {
    for await (const chunk of text.setEncoding('utf8')) {
      const lines = `${rest}${chunk}`.split('\n')
      rest = lines.pop() ?? ''
      yield lines
    }
  } catch (error) {
    throw new OperatorError(`The backup cannot be read: ${describeError(error)}.`, { cause: error })
  }
  if (rest !== '') yield [rest]
}
