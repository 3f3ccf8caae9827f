import fc from 'fast-check'
import { expect, test } from 'vitest'
import { codePoint } from '../../test/support/arbitrary-text.ts'
import { toToolError } from './errors.ts'
import { boundRules, describeRules } from './rules.ts'
import { escapeText, toRecords } from './untrusted.ts'

test('property: a text is cut above its length alone, and what is shown has no character that is not seen', () => {
  const notSeen = ['\0', '\r', '\u001b', '\u00ad', '\u200b', '\u202e', '\u2066', '\ufeff']
  const hidden = fc.constantFrom(...notSeen)
  const text = fc.array(fc.oneof(codePoint, hidden, fc.constantFrom('\n', '\t')), { maxLength: 40 })
  fc.assert(
    fc.property(text, fc.nat(50), (parts, maxLength) => {
      const given = parts.join('')
      const { text: shown, isCut } = escapeText(given, maxLength)
      expect(isCut).toBe(given.length > maxLength)
      expect(notSeen.filter((character) => shown.includes(character))).toEqual([])
      expect(shown.isWellFormed()).toBe(true)
      if (isCut) expect(shown.endsWith('…')).toBe(true)
      if (/^[\n\t\x20-\x7e]*$/.test(given))
        expect(shown).toBe(isCut ? `${given.slice(0, maxLength)}…` : given)
    }),
  )
})

test('property: the texts of a name are shown in order, as long as all have 40000 characters at most, and the others are counted', () => {
  const lengths = fc.array(fc.constantFrom(1, 100, 3_999, 4_000, 4_001, 9_000), { maxLength: 14 })
  fc.assert(
    fc.property(lengths, (all) => {
      const texts = all.map((length, index) => ({ key: `k${index % 10}`, value: 'x'.repeat(length) }))
      const wire = { resolverAddress: '0x', texts, coins: [], contentHash: null }
      const shown = toRecords(wire)
      let total = 0
      const fitting = texts.filter(({ value }) => {
        total += 2 + Math.min(value.length, 4_001)
        return total <= 40_000
      })
      expect([shown.texts.length, shown.omitted]).toEqual([fitting.length, texts.length - fitting.length])
      for (const [index, { value, isCut }] of shown.texts.entries()) {
        const given = texts[index]?.value ?? ''
        expect([value.length, isCut]).toEqual([Math.min(given.length, 4_001), given.length > 4_000])
      }
    }),
  )
})

test('property: a list of labels of the rules is cut at a hundred, and says how many it lacks', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 250 }), (count) => {
      const blockedLabels = Array.from({ length: count }, (_, index) => `label${index}`)
      const rules = { view: 'owner', policy: { blockedLabels, minLength: 3 } } as const
      const shown = blockedLabels.slice(0, 100)
      expect(boundRules(rules)).toEqual({
        view: 'owner',
        policy: { blockedLabels: shown, minLength: 3 },
        omitted: count > 100 ? { blockedLabels: count - 100 } : {},
      })
      const line = describeRules({ chainId: 1, domain: 'demo.eth' }, rules)
        .split('\n')
        .find((each) => each.includes('blockedLabels: '))
      const listed = shown.join(', ') || 'none'
      const more = count > 100 ? ` and ${count - 100} more` : ''
      expect(line?.endsWith(` blockedLabels: ${listed}${more}.`)).toBe(true)
    }),
  )
})

test.each([
  ['visitor', {}, /as visitors see them/],
  ['owner', { appliesToKeys: true }, /bind API keys too/],
  ['owner', { appliesToKeys: false }, /API keys are not bound/],
  ['owner', {}, /API keys are not bound/],
] as const)('rule: a %s with %j reads whether the rules bind keys', (view, policy, sentence) => {
  const of = { chainId: 1, domain: 'demo.eth' }
  expect(describeRules(of, { view, policy })).toMatch(sentence)
  const full = 'No further name can be issued'
  expect(describeRules(of, { view, policy })).not.toContain(full)
  expect(describeRules(of, { view, policy, isFull: true })).toContain(full)
  expect(describeRules(of, { view, policy: { ...policy, state: 'open' } })).toContain('by wallets: open.')
})

const item = (name: string) => ({ error: { name, message: `It is ${name}.` } })

test.each([
  [402, '{}', {}, undefined, /charges for resolving/],
  [500, '<html>', {}, undefined, /^The service answered with HTTP 500\.$/],
  [400, { result: { error: 'It is wrong.' } }, {}, undefined, /^It is wrong\.$/],
  [404, { result: { error: 'EnsNotFound: It is not here.' } }, {}, 'EnsNotFound', /list_domains/],
  [
    ...[503, { result: { error: 'EnsNotFound: Later.' } }, { 'retry-after': '7' }, 'EnsNotFound'],
    /^EnsNotFound: Later\. Repeat the call after 7 seconds\.$/,
  ],
  [
    ...[503, { result: { error: 'EnsNotFound: Later.' } }, { 'retry-after': 'soon' }, 'EnsNotFound'],
    /^EnsNotFound: Later\. list_domains/,
  ],
  [409, { result: { error: 'A: b.' }, errors: [item('C')] }, {}, 'C', /^C: It is C\.$/],
  [409, { result: { error: 'A: b.' }, errors: [item('C'), item('D')] }, {}, 'A', /^A: b\.$/],
  [409, { result: { error: 'toString: b.' } }, {}, 'toString', /^toString: b\.$/],
] as [number, object | string, object, string | undefined, RegExp][])(
  'rule: of %i with %j and %j a model reads what to do',
  (status, body, headers, name, message) => {
    const text = typeof body === 'string' ? body : JSON.stringify(body)
    const error = toToolError({ status, headers, body: text })
    expect([error.errorName, error.message]).toEqual([name, expect.stringMatching(message)])
  },
)
