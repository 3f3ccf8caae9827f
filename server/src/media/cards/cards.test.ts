import { describe, expect, it } from 'vitest'
import { loadFonts } from './fonts.ts'
import { type CardContent, composeCard } from './layout.ts'
import { createTypesetter } from './text.ts'

const fonts = loadFonts()

function typesetter() {
  let ids = 0
  return createTypesetter(fonts, () => `i${++ids}`)
}

const svg = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1 1"/>'
const content: CardContent = {
  ...{ headline: 'alice', detail: '.acme.eth', ground: '#15171b', ink: '#ffffff' },
  picture: { svg },
}

/** The shapes of a line, without the ids of its gradients. */
async function draw(text: string): Promise<string> {
  return (await typesetter().line(text)).draw(0, 0, 100, '#ffffff')
}

/** What is drawn for a character that no font has. */
const box = 'stroke-width="0.04"'

describe('A line of a card', () => {
  it.each([
    ['Latin', 'alice', 'geist-latin-'],
    ['accents', 'zoë', 'geist-latin-'],
    ['Vietnamese', 'ễ', 'geist-vietnamese'],
    ['Greek', 'τεστ', 'noto-sans-greek'],
    ['Cyrillic', 'тест', 'geist-cyrillic'],
    ['Devanagari', 'नमस्ते', 'noto-sans-devanagari'],
    ['Arabic', 'محمد', 'noto-sans-arabic'],
    ['Hebrew', 'שלום', 'noto-sans-hebrew'],
    ['Thai', 'ขวัญใจ', 'noto-sans-thai'],
    ['Hangul', '한국어', 'noto-sans-kr'],
    ['Han', '王小明', 'noto-sans-'],
    ['simplified Han', '习龙', 'noto-sans-sc'],
    ['kana', 'さくら', 'noto-sans-'],
    ['emoji', '👩‍🚀', 'NotoColorEmoji'],
    ['a flag', '🇩🇪', 'NotoColorEmoji'],
    ['a keycap', '1⃣', 'NotoColorEmoji'],
    ['a heart without a selector', '❤', 'NotoColorEmoji'],
  ])('rule: %s is drawn with glyphs of its own', async (_, text, font) => {
    const [first = ''] = Array.from(new Intl.Segmenter().segment(text), ({ segment }) => segment)
    expect(fonts.faceOf(first)).toContain(font)
    const drawn = await draw(text)
    expect(drawn).not.toContain(box)
    expect(drawn.match(/<path/g)?.length ?? 0).toBeGreaterThan(0)
    // The first glyph of a font is the box for what it does not have.
    const { font: face } = await fonts.open(fonts.faceOf(first) ?? '')
    expect(drawn).not.toContain(`d="${face.glyphToPath(0) || 'none'}"`)
  })

  it('rule: a character that no font has is a box, and a width', async () => {
    expect(fonts.faceOf('𓀀')).toBeUndefined()
    expect(await draw('𓀀')).toContain(box)
    expect((await typesetter().line('𓀀𓀁')).width).toBeCloseTo(1.4)
  })

  it('rule: names of one script have different shapes', async () => {
    for (const [one, other] of [
      ['王小明', '李小龙'],
      ['محمد', 'أحمد'],
      ['👩‍🚀', '👨‍🚀'],
      ['🇩🇪', '🇫🇷'],
    ] as const)
      expect(await draw(one)).not.toBe(await draw(other))
  })

  it('rule: letters of Arabic are joined, and text from right to left begins at the right', async () => {
    const joined = await typesetter().line('محمد')
    const letters = await Promise.all(Array.from('محمد', (letter) => typesetter().line(letter)))
    expect(joined.width).not.toBeCloseTo(letters.reduce((sum, { width }) => sum + width, 0))
    const [hebrew, mixed] = [await draw('ש'), await draw('שabc')]
    const glyph = /d="([^"]+)"/.exec(hebrew)?.[1] ?? ''
    expect(mixed.indexOf(glyph)).toBeGreaterThan(mixed.indexOf('<path'))
    expect(mixed.endsWith(`${glyph}"/></g></g>`)).toBe(true)
  })

  it('rule: an emoji has colours, gradients with ids of their own, and no script', async () => {
    const { draw: drawLine } = await typesetter().line('🎉🎉🌈')
    const drawn = drawLine(0, 0, 100, '#ffffff')
    const ids = Array.from(drawn.matchAll(/ id="([^"]+)"/g), ([, id]) => id)
    expect(ids.length).toBeGreaterThan(0)
    expect(new Set(ids).size).toBe(ids.length)
    expect(new Set(drawn.match(/fill="#[0-9a-f]{6}"/g)).size).toBeGreaterThan(5)
  })
})

describe('The document of a card', () => {
  const composed = (changes: Partial<CardContent>) => composeCard(typesetter(), { ...content, ...changes })

  it.each([
    ['markup', '"/><script>alert(1)</script><x y="'],
    ['entities', '&amp;&#x3c;&xxe;'],
    ['overrides of the direction', '\u202Egnp.exe\u202C\u2066x'],
    ['marks without an end', `a${'\u0301'.repeat(5000)}`],
    ['a million characters', 'x'.repeat(1_000_000)],
    ['halves of pairs', '\ud83d\udc69\u200d\ud83d'],
    ['control characters', 'a\u0000b\u001bc'],
    ['nothing', ''],
    ['zero-width characters', '\u200b\u200d\ufeff'],
  ])('rule: hostile texts are shapes and never markup, of a bounded size: %s', async (_, text) => {
    const document = await composed({ headline: text, detail: text })
    expect(document).not.toMatch(/<script|alert|xxe|exe/)
    expect(document.length).toBeLessThan(1_500_000)
    expect(document).not.toMatch(/NaN|Infinity|undefined/)
  })

  it('rule: a label of 63 characters is whole, on several lines within the card', async () => {
    for (const letter of ['m', '王', 'ﷺ']) {
      const document = await composed({ headline: letter.repeat(63) })
      const glyphs = document.match(/<path transform="translate/g)?.length ?? 0
      expect(glyphs).toBeGreaterThanOrEqual(63 + '.acme.eth'.length)
      const baselines = Array.from(document.matchAll(/translate\(84 ([\d.]+)\)/g), ([, y]) => Number(y))
      for (const y of baselines) expect(y).toBeLessThan(630)
      expect(Math.min(...baselines)).toBeGreaterThan(200)
    }
  })
})
