import fc from 'fast-check'
import { expect, test } from 'vitest'
import { DuplicateKeyError, parseUniqueJson } from './unique-json.ts'

test.each([
  ['{"a":1,"a":2}', 'Line 1, column 8: the key "a" is there twice in one object.'],
  [
    '[{"x":{}},\r\n  {"b":[{"c":1}], "\\u0062" :2}]',
    'Line 2, column 19: the key "b" is there twice in one object.',
  ],
  ['{"":{"":1},"k":"}","":3}', 'Line 1, column 20: the key "" is there twice in one object.'],
  ['{"__proto__":1,"__proto__":1}', 'Line 1, column 16: the key "__proto__" is there twice in one object.'],
])('%s is refused with its place', (text, message) => {
  expect(() => parseUniqueJson(text)).toThrow(message)
})

test.each(['{"a":1', '{"a":1,}', '', '{"a":"\n"}'])('%j is no JSON', (text) => {
  expect(() => parseUniqueJson(text)).toThrow(SyntaxError)
})

test('property: what has no key twice is read as by JSON.parse, and one more key anywhere is found', () => {
  fc.assert(
    fc.property(fc.json({ maxDepth: 5 }), fc.nat(), fc.constantFrom('', ' ', '\t'), (text, at, indent) => {
      const value = JSON.parse(text)
      expect(parseUniqueJson(JSON.stringify(value, null, indent))).toEqual(value)
      const objects = objectsIn(value)
      const chosen = objects[at % Math.max(objects.length, 1)]
      if (!chosen) return
      const key = Object.keys(chosen)[at % Object.keys(chosen).length] ?? ''
      const content = JSON.stringify(chosen)
      const whole = JSON.stringify(value)
      const doubled = `${content.slice(0, -1)},${JSON.stringify(key)}:null}`
      expect(() => parseUniqueJson(whole.replace(content, () => doubled))).toThrow(DuplicateKeyError)
    }),
  )
})

test('deep JSON, and a text of many marks, are read in time that grows with their length', () => {
  const deep = '['.repeat(100_000) + ']'.repeat(100_000)
  expect(() => parseUniqueJson(deep)).not.toThrow()
  for (const part of ['\\"{', '\n', '\\', 'a']) {
    const text = part.repeat(Math.ceil(5_000_000 / part.length))
    expect(parseUniqueJson(JSON.stringify({ text }))).toEqual({ text })
  }
})

/** Those with a key. */
function objectsIn(value: unknown): readonly object[] {
  if (typeof value !== 'object' || value === null) return []
  const inner = Object.values(value).flatMap(objectsIn)
  return Array.isArray(value) || Object.keys(value).length === 0 ? inner : [value, ...inner]
}
