import { readFileSync } from 'node:fs'
import { formatHex } from 'culori'
import { expect, test } from 'vitest'
import { siteTags } from '../http/documents/site-files.ts'
import { grounds } from './accent-scale.ts'
import { contrast } from './colors.ts'

const css = readFileSync(new URL('../../../web/src/tokens.css', import.meta.url), 'utf8')

/** `#rrggbb` of a token in one theme. */
function token(name: string, theme: 'light' | 'dark'): string {
  const [, light = '', dark = ''] =
    new RegExp(`--${name}: light-dark\\((\\S+\\([^)]+\\)), (\\S+\\([^)]+\\))\\)`).exec(css) ?? []
  return formatHex(theme === 'light' ? light : dark) ?? expect.fail(`--${name} is no colour`)
}

const themes = ['light', 'dark'] as const
const texts = ['ink', 'soft', 'faint', 'accent-text', 'good', 'warn', 'bad']
const planes = ['ground', 'raised', 'sunk']

test.each(themes)(
  'rule: text of the %s theme reaches 4.5:1 on every ground, the edge of a field 3:1',
  (theme) => {
    const low = planes.flatMap((plane) =>
      [...texts.map((text) => [text, 4.5] as const), ['edge', 3] as const].flatMap(([name, minimum]) => {
        const ratio = contrast(token(name, theme), token(plane, theme))
        // The edges of fields lie on what is raised.
        return ratio < minimum && !(name === 'edge' && plane === 'sunk')
          ? [`${name} on ${plane}: ${ratio}`]
          : []
      }),
    )
    expect(low).toEqual([])
  },
)

test.each(themes)('rule: text of the %s theme reaches 4.5:1 on its own soft ground and on fills', (theme) => {
  const pairs = [
    ['accent-text', 'accent-soft'],
    ['good', 'good-soft'],
    ['warn', 'warn-soft'],
    ['bad', 'bad-soft'],
    ['on-accent', 'accent'],
    ['on-accent', 'accent-strong'],
    ['on-bad', 'bad'],
    ['ink', 'hover'],
    ['soft', 'hover'],
    ['soft', 'good-soft'],
    ['soft', 'warn-soft'],
    ['soft', 'bad-soft'],
    ['ink', 'accent-soft'],
    ['soft', 'accent-soft'],
  ] as const
  const low = pairs.flatMap(([text, ground]) => {
    const ratio = contrast(token(text, theme), token(ground, theme))
    return ratio < 4.5 ? [`${text} on ${ground}: ${ratio}`] : []
  })
  expect(low).toEqual([])
})

test('the grounds of accents and the theme colours of documents are those of the tokens', () => {
  for (const theme of themes)
    for (const plane of ['raised', 'sunk'] as const) expect(grounds[theme][plane]).toBe(token(plane, theme))
  const colors = siteTags.flatMap(
    (tag) => /name="theme-color".*content="(#[0-9a-f]{6})"/.exec(tag)?.[1] ?? [],
  )
  expect(colors).toEqual(themes.map((theme) => token('ground', theme)))
})
