import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { accentScale, accentStylesheet, grounds } from './accent-scale.ts'
import { contrast } from './colors.ts'

const anyColor = fc
  .integer({ min: 0, max: 0xffffff })
  .map((value) => `#${value.toString(16).padStart(6, '0')}`)

test('rule: text on an accent and in it reach 4.5:1 in both themes, edges of controls 3:1, for any colour', () => {
  fc.assert(
    fc.property(anyColor, (color) => {
      const scale = accentScale(color)
      for (const theme of ['light', 'dark'] as const) {
        const { accent, accentEdge, accentStrong, onAccent, accentText, accentSoft } = scale[theme]
        for (const ground of [...Object.values(grounds[theme]), accentSoft]) {
          expect(contrast(accentText, ground)).toBeGreaterThanOrEqual(4.5)
          expect(contrast(accent, ground)).toBeGreaterThanOrEqual(1.25)
          expect(contrast(accentEdge, ground)).toBeGreaterThanOrEqual(3)
        }
        expect(contrast(onAccent, accent)).toBeGreaterThanOrEqual(4.5)
        expect(contrast(onAccent, accentStrong)).toBeGreaterThanOrEqual(4.5)
      }
    }),
    { numRuns: 2000 },
  )
})

test('a button has the colour of its owner, unless it is nearly the ground', () => {
  expect(accentScale('#ffd400').dark).toMatchObject({ accent: '#ffd400', onAccent: '#000000' })
  expect(accentScale('#1a56db').light).toMatchObject({ accent: '#1a56db', onAccent: '#ffffff' })
  expect(accentScale('#ffffff').light.accent).not.toBe('#ffffff')
  expect(accentScale('#000000').dark.accent).not.toBe('#000000')
})

test('rule: no grey looks as if it could not be pressed: its fill reaches 3:1 itself', () => {
  for (let level = 0; level < 256; level++) {
    const grey = `#${level.toString(16).padStart(2, '0').repeat(3)}`
    const scale = accentScale(grey)
    for (const theme of ['light', 'dark'] as const)
      for (const ground of Object.values(grounds[theme]))
        expect(contrast(scale[theme].accent, ground), `${grey} ${theme}`).toBeGreaterThanOrEqual(3)
  }
})

test('the stylesheet replaces every accent token of the pages', () => {
  const tokens = readFileSync(new URL('../../../web/src/tokens.css', import.meta.url), 'utf8')
  const names = (css: string) =>
    new Set(Array.from(css.matchAll(/--(?:on-)?accent[a-z-]*(?=:)/g), ([name]) => name))
  const replaced = names(accentStylesheet('#1a56db'))
  // The text on marks follows from the ground.
  expect(new Set([...replaced, '--on-accent-text'])).toEqual(names(tokens.split('@theme')[0] ?? ''))
})
