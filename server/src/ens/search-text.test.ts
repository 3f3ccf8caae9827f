import fc from 'fast-check'
import { expect, it } from 'vitest'
import { matchReason, normalizeSearchText, parseSearchText } from './search-text.ts'

const digits = fc.stringMatching(/^[\da-f]{40}$/)
const label = fc.stringMatching(/^[a-z][a-z\d]{2,20}$/)
const space = fc.constantFrom('', ' ', '\n', '\t ')
const zeroDigits = '0'.repeat(40)

/** With capital letters where `capitals` are odd, as checksums have them. */
const spelled = (text: string, capitals: readonly number[]) =>
  [...text].map((sign, index) => ((capitals[index] ?? 0) % 2 === 1 ? sign.toUpperCase() : sign)).join('')

it('rule: an address and each of its beginnings from four digits on find its holder, in any spelling, and no other holder', () => {
  fc.assert(
    fc.property(
      ...([digits, digits, fc.integer({ min: 0, max: 40 }), fc.array(fc.nat(1)), space] as const),
      (own, other, length, capitals, around) => {
        const beginning = own.slice(0, length)
        const text = parseSearchText(`${around}0x${spelled(beginning, capitals)}${around}`)
        const name = { label: 'unlike', domainName: 'demo.eth', texts: [], tags: [] }
        const isBeginning = length >= 4
        expect(text.holder !== undefined).toBe(isBeginning)
        const reasonOf = (holder: string) => matchReason(text, { ...name, holder: `0x${holder}` })
        const isHeldBy = (holder: string) =>
          isBeginning && holder.startsWith(beginning) && holder !== zeroDigits ? 'owner' : null
        expect(reasonOf(own)).toBe(isHeldBy(own))
        expect(reasonOf(other)).toBe(isHeldBy(other))
        expect(reasonOf(zeroDigits)).toBeNull()
      },
    ),
  )
})

it('rule: a label, each part of it of three letters and the whole name, pasted with white space, find the name and say why', () => {
  fc.assert(
    fc.property(label, fc.nat(20), fc.integer({ min: 3, max: 21 }), space, (own, from, length, around) => {
      const holder = `0x${'ab'.repeat(20)}` as const
      const name = { label: own, domainName: 'demo.eth', holder, texts: [], tags: [] }
      const start = Math.min(from, own.length - 3)
      const part = own.slice(start, start + length)
      const reasonOf = (text: string) => matchReason(parseSearchText(around + text + around), name)
      expect(reasonOf(part)).toBe('label')
      expect(reasonOf(own.slice(0, 1).toUpperCase())).toBe('label')
      expect(reasonOf(`${part}.de`)).toBe('name')
      expect(reasonOf(`${own.toUpperCase()}.Demo.ETH`)).toBe('name')
      expect(reasonOf(`${own}.other.eth`)).toBeNull()
      expect(reasonOf(`${own}-`)).toBeNull()
    }),
  )
})

it.each([
  ['a text of white space', '  ', { label: '  ' }],
  ['a beginning of an address that may be a label', '0xDA0D', { label: '0xda0d' }],
  [
    'an address with a domain is a label',
    '0xda0d.demo.eth',
    { label: '0xda0d', domain: 'demo.eth', holder: undefined },
  ],
  [
    'more digits than an address has',
    `0x${'a'.repeat(41)}`,
    { label: `0x${'a'.repeat(41)}`, holder: undefined },
  ],
  ['a dot alone', '.', { label: undefined, domain: undefined, holder: undefined }],
])('rule: %s is parsed', (_, text, expected) => {
  expect(parseSearchText(text)).toMatchObject(expected)
})

it.each([
  ['what is normalized already', 'alice', 'alice'],
  ['capital letters', 'AliCE.Demo.ETH', 'alice.demo.eth'],
  ['wide letters', 'ａｌｉ', 'ali'],
  ['an emoji with a variation selector', '❤️', '❤'],
  ['the start of a name, up to its dot', 'Alice.', 'alice.'],
  ['the end of a name, from its dot', '.ETH', '.eth'],
  ['a part of a label that is no label', 'AB--c', 'ab--c'],
  ['letters of two scripts', 'Aж', 'aж'],
  ['spaces', 'A b', 'a b'],
  ['a text without its combining letters composed', 'E\u0301 x', 'é x'],
  ['nothing', '', ''],
])('rule: %s is searched for as it would stand in a name', (_, text, expected) => {
  expect(normalizeSearchText(text)).toBe(expected)
})
