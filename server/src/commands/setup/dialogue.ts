import { createInterface } from 'node:readline'
import { Writable } from 'node:stream'
import { OperatorError } from '../../errors.ts'

/** Lines of text, without colours or a cursor that moves. */
export interface Dialogue {
  readonly say: (text: string) => void
  /** The next line, without spaces around it. @throws OperatorError at the end of the input, and when it is interrupted. */
  readonly ask: (prompt: string) => Promise<string>
  /** As `ask`, and shows nothing of the line. */
  readonly askSecret: (prompt: string) => Promise<string>
  readonly close: () => void
}

/** Lines that are pasted at once answer one question each. */
export function openDialogue(input = process.stdin, output = process.stdout): Dialogue {
  const lines: string[] = []
  let waiting: PromiseWithResolvers<string> | undefined
  let end: OperatorError | undefined
  const stop = (error: OperatorError) => {
    end ??= error
    waiting?.reject(end)
  }
  let isHidden = false
  const echo = new Writable({
    write: (chunk, _, done) => {
      if (!isHidden) output.write(chunk)
      done()
    },
  })
  const terminal = input.isTTY && output.isTTY
  const reader = createInterface({ input, output: echo, terminal, historySize: 0 })
  reader.on('line', (line) => {
    if (!waiting) return void lines.push(line)
    waiting.resolve(line)
    waiting = undefined
  })
  reader.on('SIGINT', () =>
    stop(new OperatorError('\nStopped. What is done stays: run byname setup again to go on.')),
  )
  reader.on('close', () =>
    stop(
      new OperatorError('The answers end here. Give the others as options, such as --host names.acme.com.'),
    ),
  )
  const readLine = async (shownAs: (line: string) => string): Promise<string> => {
    const line = lines.shift()
    if (line !== undefined) {
      output.write(`${shownAs(line)}\n`)
      return line.trim()
    }
    if (end) throw end
    waiting = Promise.withResolvers()
    return (await waiting.promise).trim()
  }
  return {
    say: (text) => void output.write(`${text}\n`),
    ask: async (prompt) => {
      output.write(prompt)
      return await readLine((line) => line)
    },
    askSecret: async (prompt) => {
      output.write(prompt)
      isHidden = true
      try {
        return await readLine(() => '')
      } finally {
        isHidden = false
        if (terminal) output.write('\n')
      }
    },
    close: () => reader.close(),
  }
}
