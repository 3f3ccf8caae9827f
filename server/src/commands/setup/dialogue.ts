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
    say: (text) => void output.write(`${wrapLines(text, output.columns ?? Number.POSITIVE_INFINITY)}\n`),
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

/** At spaces, so that a narrow terminal breaks no word; further lines are indented as the first, below its mark. */
export function wrapLines(text: string, columns: number): string {
  return text
    .split('\n')
    .map((line) => wrapLine(line, columns))
    .join('\n')
}

function wrapLine(line: string, columns: number): string {
  const indent = /^\s*(! )?/.exec(line)?.[0].length ?? 0
  const lines: string[] = []
  let rest = line
  for (let at = rest.lastIndexOf(' ', columns); rest.length > columns && at > indent; ) {
    lines.push(rest.slice(0, at))
    rest = `${' '.repeat(indent)}${rest.slice(at + 1)}`
    at = rest.lastIndexOf(' ', columns)
  }
  return [...lines, rest].join('\n')
}
