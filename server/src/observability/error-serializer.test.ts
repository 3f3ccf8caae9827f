import { pino } from 'pino'
import { expect, it } from 'vitest'
import { withErrorSerializer } from './error-serializer.ts'

function logged(err: unknown): Record<string, unknown> {
  const lines: string[] = []
  withErrorSerializer(pino({}, { write: (line: string) => lines.push(line) })).error({ err }, 'failed')
  return JSON.parse(lines.join(''))
}

it('rule: an error is logged with kind, message, origin and code, and those of its causes, and nothing else', () => {
  const cause = Object.assign(new RangeError('too far'), { detail: 'a secret' })
  const failure = Object.assign(new TypeError('wrong', { cause }), { code: '23514', detail: 'a secret' })
  expect(logged(failure)).toMatchObject({
    msg: 'failed',
    err: { type: 'TypeError', message: 'wrong: too far', stack: expect.any(String), code: '23514' },
  })
  expect(JSON.stringify(logged(failure))).not.toContain('a secret')
})

it('rule: a thrown value that is not an error is logged by its kind alone', () => {
  expect(logged('a secret')).toMatchObject({ err: { type: 'string' } })
  expect(JSON.stringify(logged('a secret'))).not.toContain('a secret')
})
