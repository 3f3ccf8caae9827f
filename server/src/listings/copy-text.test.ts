import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readCopyRow, readCopyStart } from './copy-text.ts'

const controls: Readonly<Record<string, string>> = {
  ...{ '\\': '\\\\', '\b': '\\b', '\f': '\\f', '\n': '\\n', '\r': '\\r', '\t': '\\t', '\v': '\\v' },
}

/** As PostgreSQL writes a value in the text format of COPY. */
const encode = (value: string | null) =>
  value === null ? '\\N' : value.replaceAll(/[\\\b\f\n\r\t\v]/g, (character) => controls[character] ?? '')

const special = fc.constantFrom('\\', '\b', '\f', '\n', '\r', '\t', '\v', 'N', '\\N', 'x41', '101', 'é', '日')
const text = fc
  .array(fc.oneof(special, fc.string({ maxLength: 3 })), { maxLength: 6 })
  .map((all) => all.join(''))

test('property: the values of a row are those that PostgreSQL has written, null included', () => {
  fc.assert(
    fc.property(fc.array(fc.option(text), { minLength: 1, maxLength: 5 }), (values) => {
      expect(readCopyRow(values.map(encode).join('\t'))).toEqual(values)
    }),
    { numRuns: 500 },
  )
})

test.each([
  ['\\x41', 'A'],
  ['\\x4', '\u0004'],
  ['\\x411', 'A1'],
  ['\\x7f', '\u007f'],
  ['\\x80', '\ufffd'],
  ['\\101', 'A'],
  ['\\1011', 'A1'],
  ['\\0', '\0'],
  ['\\177', '\u007f'],
  ['\\200', '\ufffd'],
  ['\\8', '8'],
  ['\\q', 'q'],
  ['\\\\N', '\\N'],
])('rule: the escape %j is %j', (field, value) => {
  expect(readCopyRow(`${field}\t\\N\ta`)).toEqual([value, null, 'a'])
})

test.each([
  ['COPY public.domain (id, name) FROM stdin;', 'domain', ['id', 'name']],
  ['COPY domain (id) FROM stdin;', 'domain', ['id']],
  ['COPY "My"."Do""main" ("a b", "c""d", e) FROM stdin;', 'Do"main', ['a b', 'c"d', 'e']],
])('rule: the line %j begins the rows of %s', (line, table, columns) => {
  expect(readCopyStart(line)).toEqual({ table, columns })
})

test.each([
  'COPY domain FROM stdin;',
  'COPY domain () FROM stdin;',
  'COPY domain (id) FROM stdin',
  'COPY domain (id) TO stdout;',
  ' COPY domain (id) FROM stdin;',
  'INSERT INTO domain VALUES (1);',
])('rule: the line %j begins no rows', (line) => {
  expect(readCopyStart(line)).toBeUndefined()
})
