import { describe, expect, it } from 'vitest'
import { createLogOutput } from './log-output.ts'

/** An output that does in turn what each step says: takes so many bytes, or fails with a code. */
function outputOf(...steps: readonly (number | string)[]) {
  const written: string[] = []
  const left = [...steps]
  const output = createLogOutput((bytes) => {
    const step = left.shift() ?? bytes.length
    if (typeof step === 'string') throw Object.assign(new Error(step), { code: step })
    const part = bytes.subarray(0, step)
    written.push(Buffer.from(part).toString())
    return part.length
  })
  return { output, text: () => written.join('') }
}

describe('The output of the log', () => {
  it('rule: a line that is taken in parts is whole', () => {
    const { output, text } = outputOf(3, 'EAGAIN', 2)
    output.write('a line\n')
    output.write('another\n')
    expect(text()).toBe('a line\nanother\n')
  })

  it.each(['ENOSPC', 'EDQUOT', 'EIO', 'EPIPE'])(
    'rule: %s loses the line, and the next begins anew',
    (code) => {
      const { output, text } = outputOf(code, 'all'.length, code)
      output.write('lost\n')
      output.write('cut off here\n')
      output.write('whole\n')
      expect(text()).toBe('cut\nwhole\n')
    },
  )
})
