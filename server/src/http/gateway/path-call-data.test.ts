import fc from 'fast-check'
import { expect, test } from 'vitest'
import { AppError } from '../../errors.ts'
import { callDataFromBody } from './path.ts'

test.each([
  ['{"data":"0x","sender":"0x"}'],
  ['{"sender":"\\u0030x","data":"0x"}'],
  ['\ufeff{"data":"0x"}'],
  [' {"data":"0x7","data":"0x"} '],
  ['{"data":"0x","constructor":1}'],
])('rule: the call data of %s is its member data', (body) => {
  expect(callDataFromBody(body)).toBe('0x')
})

test.each([
  ['{"data":"0x","__proto__":{}}'],
  ['{"data":"0x","a":[{"__proto__":{}}]}'],
  ['{"data":"0x","\\u005f_proto__":{}}'],
  ['{"data":"0x","constructor":{"prototype":{}}}'],
  ['{"data":"0x","c\\u006fnstructor":{"prototype":{}}}'],
  ['{"data":"0x"'],
  [' '],
])('400 for %s, as in the framework', (body) => {
  expect(() => callDataFromBody(body)).toThrow('The body is not valid JSON.')
})

test.each([['[]'], ['null'], ['"0x"'], ['{}'], ['{"data":7}'], ['']])(
  '400 for %s, without call data',
  (body) => {
    expect(() => callDataFromBody(body)).toThrow('The body is not {"data"')
  },
)

function expected(text: string): unknown {
  try {
    return JSON.parse(text)?.data
  } catch {
    return undefined
  }
}

test('rule: a body in any form has the data that JSON.parse finds, or is rejected as one that is no call', () => {
  const sender = `0x${'aB'.repeat(20)}`
  const usual = fc
    .record({
      data: fc.constantFrom('0x', '0xabcd', `0x${'00'.repeat(400)}`),
      end: fc.constantFrom('', ' ', '\n'),
    })
    .map(({ data, end }) => JSON.stringify({ data, sender }) + end)
  const odd = fc
    .tuple(
      usual,
      fc.nat(200),
      fc.constantFrom('"', '\\', '\\u0030', ',"data":"0x"', '{', '\0', '}', 'x', '"data":"'),
    )
    .map(([text, at, inserted]) => text.slice(0, at) + inserted + text.slice(at))
  const other = fc.record({ data: fc.string(), sender: fc.string() }).map((body) => JSON.stringify(body))
  fc.assert(
    fc.property(fc.oneof(usual, odd, other), (text) => {
      let found: string | undefined
      try {
        found = callDataFromBody(text)
      } catch (error) {
        expect(error).toBeInstanceOf(AppError)
      }
      const data = expected(text)
      if (typeof data === 'string') expect(found).toBe(data)
      // A control character, which JSON does not allow, is found to be no hex later.
      else expect(found ?? '').not.toMatch(/^0x[\da-f]*$/i)
    }),
    { numRuns: 2_000 },
  )
})
