import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { normalizeName, parseLabel } from '../ens/names.ts'
import { defaultPolicySettings, type PolicySettings } from '../model/policy.ts'
import { evaluatePolicy } from './rules.ts'
import { suggestLabels } from './suggest-labels.ts'

const domain = normalizeName('demo.eth')

function suggest(text: string, settings: Partial<PolicySettings> = {}) {
  const policy = { ...defaultPolicySettings, claims: 'open', ...settings } as const
  const isAllowed = (label: string) =>
    evaluatePolicy(policy, { action: 'claim', domain, label, now: 0 }).outcome !== 'refused'
  return { labels: suggestLabels(text, { domain, shape: policy, isAllowed }), isAllowed }
}

describe('Labels in place of one', () => {
  test.each([
    ['alice', ['alice-demo', 'itsalice', 'thealice', 'alicehq', 'heyalice', 'alice1', 'alice2']],
    ['мир', ['мир1', 'мир2', 'мир3']],
    ['👩‍🚀', ['👩‍🚀1', '👩‍🚀2', '👩‍🚀3']],
  ])('that is taken: %j', (label, first) => {
    expect(suggest(label).labels.slice(0, first.length)).toEqual(first)
  })

  test.each([
    ['a space', 'Ada Lovelace', {}, ['ada-lovelace', 'adalovelace']],
    ['an apostrophe and a full stop', "O'Neil.Jr", {}, ['oneil-jr', 'oneiljr']],
    ['an underscore', 'ada_l', {}, ['ada-l', 'adal']],
    ['signs', 'ada!!', {}, ['ada']],
    ['a zero-width character', 'ad\u200ca', {}, ['ada']],
    ['a hyphen at the place of Punycode', 'ab--cd', {}, ['ab-cd', 'abcd']],
    ['full-width letters with a space', 'ａｄａ b', {}, ['ada-b', 'adab']],
    ['Latin and Cyrillic letters', 'p\u0430ypal', {}, ['paypal']],
    ['a Latin letter among Cyrillic ones', 'ми\u0070', {}, ['мир']],
    ['marks where only a–z are allowed', 'Zoë', { characters: 'letters-and-digits' }, ['zoe']],
    ['emoji where only a–z are allowed', 'bob🚀', { characters: 'letters-and-digits' }, ['bob']],
    ['too few characters', 'al', { minLength: 6 }, ['al1234', 'al-demo']],
    ['too many characters', 'ada-lovelace', { maxLength: 9 }, ['alovelace', 'adal', 'al', 'ada', 'lovelace']],
    ['more than a label can have', 'x'.repeat(90), {}, ['x'.repeat(63), 'x'.repeat(62)]],
    ['a blocked word', 'official-shop', { blockedParts: ['official'] }, ['shop', 'shop-demo']],
    ['a blocked part', 'officialada', { blockedParts: ['official'] }, ['ada']],
    [
      'a part that looks like a blocked one',
      '0fficial-ada',
      { blockedParts: ['official'], refuseLookalikes: true },
      ['ada'],
    ],
    ['a profane word', 'shit-ada', { refuseProfanity: true }, ['ada']],
  ] as const)('with %s: %j', (_, text, settings, first) => {
    expect(suggest(text, settings).labels.slice(0, first.length)).toEqual(first)
  })

  test.each([
    ['nothing to keep', '!!!', {}],
    [
      'letters without a counterpart where only a–z are allowed',
      '日本',
      { characters: 'letters-and-digits' },
    ],
    ['nothing but a profane word', 'f-u-c-k', { refuseProfanity: true }],
    ['closed claims', 'a b', { claims: 'closed' }],
  ] as const)('there is no label for %s: %j', (_, text, settings) => {
    expect(suggest(text, settings).labels).toEqual([])
  })

  test('rule: for any text and policy, at most 16 different ones, normalized, allowed, and never the label itself', () => {
    const piece = fc.oneof(
      fc.stringMatching(/^[a-z0-9_-]{1,40}$/),
      fc.constantFrom('official', 'shit', 'о', 'é', '日本', '👩‍🚀', ' ', '.', "'", '\u200d', 'مرحبا'),
      fc.string({ unit: 'grapheme', maxLength: 30 }),
    )
    const text = fc.array(piece, { minLength: 1, maxLength: 8 }).map((pieces) => pieces.join(''))
    const settings = fc.record({
      minLength: fc.integer({ min: 1, max: 20 }),
      maxLength: fc.integer({ min: 3, max: 63 }),
      characters: fc.constantFrom('any', 'letters-and-digits'),
      refuseProfanity: fc.boolean(),
      refuseLookalikes: fc.boolean(),
      blockedParts: fc.subarray(['official', 'demo']),
    })
    fc.assert(
      fc.property(text, settings, (typed, policy) => {
        const { labels, isAllowed } = suggest(typed, policy as Partial<PolicySettings>)
        expect(labels.length).toBeLessThanOrEqual(16)
        expect(new Set([...labels, typed]).size).toBe(labels.length + 1)
        for (const each of labels) expect([parseLabel(each), isAllowed(each)]).toEqual([each, true])
      }),
      { numRuns: 500 },
    )
  })
})
