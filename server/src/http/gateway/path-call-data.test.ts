import { expect, test } from 'vitest'
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
