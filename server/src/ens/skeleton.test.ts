import fc from 'fast-check'
import unhomoglyph from 'unhomoglyph'
import { describe, expect, it } from 'vitest'
import { parseLabel } from './names.ts'
import { hashSkeleton, skeletonOf } from './skeleton.ts'

const ascii = fc.stringMatching(/^[a-z0-9_-]{1,30}$/)

describe('skeletonOf', () => {
  it.each([
    ['paypal', 'paypa1'],
    ['paypal', 'pay-pal'],
    ['paypal', 'p-a-y-p-a-l'],
    ['paypal', '_paypal'],
    ['paypal', 'раypal'],
    ['paypal', 'ｐaypal'],
    ['mary', 'rnary'],
    ['root', 'r00t'],
    ['obrien', 'o’brien'],
    ['hi', 'hı'],
    ['scope', 'ѕсоре'],
    ['カタカナ', 'カ夕カナ'],
  ])('%s and %s look alike', (one, other) => {
    expect(skeletonOf(other)).toBe(skeletonOf(one))
  })

  it.each([
    ['alice', 'alicia'],
    ['paypal', 'paypai'],
    ['zoe', 'zoë'],
    ['a', 'b'],
    ['🦄', '🦊'],
  ])('%s and %s do not', (one, other) => {
    expect(skeletonOf(other)).not.toBe(skeletonOf(one))
  })

  it('rule: separators alone keep theirs', () => {
    expect(skeletonOf('-')).toBe('-')
    expect(skeletonOf('--')).not.toBe('')
  })

  it('rule: ASCII is folded as other labels are', () => {
    const fold = (text: string) => unhomoglyph(text.normalize('NFD')).toLowerCase().normalize('NFD')
    fc.assert(
      fc.property(ascii, (label) => {
        const folded = fold(fold(label))
        expect(skeletonOf(label)).toBe(folded.replace(/[-_]/g, '') || folded)
      }),
    )
  })

  it('rule: a hyphen, l for 1 and o for 0 never change the skeleton', () => {
    fc.assert(
      fc.property(ascii, fc.nat(), (label, position) => {
        const at = position % (label.length + 1)
        const variant = `${label.slice(0, at)}-${label.slice(at)}`.replaceAll('1', 'l').replaceAll('0', 'o')
        if (/^[-_]*$/.test(label)) return
        expect(skeletonOf(variant)).toBe(skeletonOf(label))
      }),
    )
  })

  it('rule: every label has one that is not empty, and its hash fits 32 bits', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', minLength: 1, maxLength: 20 }), (text) => {
        const skeleton = skeletonOf(labelOr(text, 'alice'))
        expect(skeleton).not.toBe('')
        expect(hashSkeleton(skeleton)).toBe(hashSkeleton(skeleton) | 0)
      }),
    )
  })
})

function labelOr(text: string, fallback: string): string {
  try {
    return parseLabel(text)
  } catch {
    return fallback
  }
}
