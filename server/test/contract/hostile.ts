import fc from 'fast-check'
import { codePoint } from '../support/arbitrary-text.ts'

/** Texts that are known to break parsers, databases and normalization. */
const texts = [
  '',
  ' ',
  '\0',
  'a\0b',
  '\0.demo.eth',
  '\ud800',
  '\u202eeth.omed',
  'e\u0301.demo.eth',
  '👨‍👩‍👧.eth',
  'ａlice',
  'аlice',
  'a\u200dlice',
  'ß',
  'İ',
  'xn--ls8h',
  '\u0130\u0307'.repeat(60),
  '..',
  '.',
  '*',
  '%',
  '_%_',
  '%00',
  '../../etc/passwd',
  "' or 1=1 --",
  '"',
  '\\',
  '\r\n',
  '__proto__',
  'constructor',
  'null',
  'undefined',
  'NaN',
  '1e9',
  '-1',
  '0x',
  `0x${'f'.repeat(40)}`,
  `0x${'f'.repeat(64)}`,
  'true',
  'a'.repeat(256),
  `${'a.'.repeat(500)}eth`,
  'x'.repeat(5000),
  'https://127.0.0.1:1/',
  'http://[::1]',
  'https://user:secret@127.0.0.1',
  'ipfs://',
  'alice@eip155:1',
]

const numbers = [0, -0, -1, 0.5, 2 ** 31, 2 ** 32, 2 ** 53, 2 ** 64, 1e308, -1e308, Number.MIN_VALUE]

/** `[[[…]]]`, deeper than any schema. */
function nested(depth: number): string {
  return '['.repeat(depth) + ']'.repeat(depth)
}

export const hostileText: fc.Arbitrary<string> = fc.oneof(
  fc.constantFrom(...texts),
  fc.string({ unit: codePoint, maxLength: 40 }),
  fc.string({ unit: 'grapheme', maxLength: 40 }),
)

/** Values of every type, few of which are valid for a parameter. */
export const hostileValue: fc.Arbitrary<unknown> = fc.oneof(
  hostileText,
  fc.constantFrom<unknown>(...numbers, null, true, {}, [], JSON.parse(nested(500))),
  fc.jsonValue({ maxDepth: 3 }),
)

/** What a header can contain: Node rejects everything else. */
export const hostileHeader: fc.Arbitrary<string> = hostileText.map((text) =>
  Buffer.from(text.toWellFormed(), 'utf8')
    .toString('latin1')
    .replace(/[^\t\x20-\x7e\x80-\xff]/g, '?')
    .trim(),
)

/** Bodies that are not JSON, or nearly so. */
export const hostileBody: fc.Arbitrary<string> = fc.oneof(
  fc.constantFrom('', '{', 'null', '[]', '""', '1', '\ufeff{}', '{"a":1,"a":2}', '[1,]', "{'a':1}", '\0'),
  fc.constant(nested(5000)),
  fc.string({ unit: codePoint, maxLength: 60 }),
)
