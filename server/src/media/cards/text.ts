import bidiFactory, { type Bidi } from 'bidi-js'
import * as hb from 'harfbuzzjs'
import { colorPainter } from './color-glyph.ts'
import type { Face, Fonts } from './fonts.ts'

/** A line of text, in ems. */
export interface Line {
  readonly width: number
  /** At a baseline that begins at `x`, `y`, in pixels; `fill` is of the glyphs without colours of their own. */
  readonly draw: (x: number, y: number, size: number, fill: string) => string
}

export interface Typesetter {
  /** Shapes a line: bidirectional text in the order in which it is seen, ligatures, joined letters, emoji in colour. */
  readonly line: (text: string) => Promise<Line>
}

const bidi = asFunction(bidiFactory)()
const segmenter = new Intl.Segmenter('en', { granularity: 'grapheme' })

/** Safe: the package is a CommonJS module whose exports are the function, and its types are those of an ES module. */
function asFunction(module: unknown): () => Bidi {
  return module as () => Bidi
}

export function graphemesOf(text: string): readonly string[] {
  return Array.from(segmenter.segment(text), ({ segment }) => segment)
}

interface Run {
  readonly text: string
  /** Undefined: a box. */
  readonly key: string | undefined
  /** Odd: from right to left. */
  readonly level: number
}

/** `nextId` gives the ids of the whole document. */
export function createTypesetter(fonts: Fonts, nextId: () => string): Typesetter {
  const paint = colorPainter(nextId)
  return {
    line: async (text) => {
      const pieces: { readonly at: number; readonly draw: (fill: string) => string }[] = []
      let width = 0
      for (const run of inVisualOrder(runsOf(fonts, text))) {
        const face = run.key === undefined ? undefined : await fonts.open(run.key)
        const shaped = face ? shapeRun(face, run, paint) : missing(run)
        pieces.push({ at: width, draw: shaped.draw })
        width += shaped.width
      }
      return {
        width,
        draw: (x, y, size, fill) =>
          pieces
            .map(
              ({ at, draw }) =>
                `<g transform="translate(${round(x + at * size)} ${round(y)}) scale(${round(size)} ${round(-size)})">${draw(fill)}</g>`,
            )
            .join(''),
      }
    },
  }
}

/** Neighbours of one face and one level. */
function runsOf(fonts: Fonts, text: string): readonly Run[] {
  const { levels } = bidi.getEmbeddingLevels(text)
  const runs: Run[] = []
  for (const { segment, index } of segmenter.segment(text)) {
    const [key, level] = [fonts.faceOf(segment), levels[index] ?? 0]
    const last = runs.at(-1)
    if (last && last.key === key && last.level === level)
      runs[runs.length - 1] = { ...last, text: last.text + segment }
    else runs.push({ text: segment, key, level })
  }
  return runs
}

/** Rule L2 of UAX 9, by runs. */
function inVisualOrder(runs: readonly Run[]): readonly Run[] {
  const ordered = [...runs]
  const highest = Math.max(0, ...runs.map(({ level }) => level))
  for (let level = highest; level > 0; level--)
    for (let start = 0; start < ordered.length; start++) {
      let end = start
      while ((ordered[end]?.level ?? 0) >= level) end++
      if (end > start) ordered.splice(start, end - start, ...ordered.slice(start, end).reverse())
      start = end
    }
  return ordered
}

interface ShapedRun {
  readonly width: number
  readonly draw: (fill: string) => string
}

function shapeRun(
  { font, unitsPerEm, hasColors }: Face,
  { text, level }: Run,
  paint: (font: hb.Font, glyph: number) => string,
): ShapedRun {
  const buffer = new hb.Buffer()
  buffer.addText(text)
  buffer.setDirection(level % 2 === 1 ? hb.Direction.RTL : hb.Direction.LTR)
  buffer.guessSegmentProperties()
  hb.shape(font, buffer)
  let [x, y] = [0, 0]
  const glyphs = buffer.getGlyphInfosAndPositions().map((glyph) => {
    const { codepoint, xAdvance = 0, yAdvance = 0, xOffset = 0, yOffset = 0 } = glyph
    const at = `translate(${round(x + xOffset)} ${round(y + yOffset)})`
    x += xAdvance
    y += yAdvance
    return { codepoint, at }
  })
  const draw = (fill: string) => {
    const shapes = glyphs.map(({ codepoint, at }) =>
      hasColors
        ? `<g transform="${at}">${paint(font, codepoint)}</g>`
        : `<path transform="${at}" d="${font.glyphToPath(codepoint)}"/>`,
    )
    return `<g transform="scale(${1 / unitsPerEm})" fill="${fill}">${shapes.join('')}</g>`
  }
  return { width: x / unitsPerEm, draw }
}

const boxWidth = 0.7

/** An outlined box for each grapheme that no font has. */
function missing({ text }: Run): ShapedRun {
  const count = graphemesOf(text).length
  const boxes = Array.from(
    { length: count },
    (_, index) => `M${round(index * boxWidth + 0.08)} 0h${boxWidth - 0.16}v0.7h-${boxWidth - 0.16}z`,
  )
  return {
    width: count * boxWidth,
    draw: (fill) => `<path d="${boxes.join('')}" fill="none" stroke="${fill}" stroke-width="0.04"/>`,
  }
}

function round(value: number): number {
  return Math.round(value * 1e4) / 1e4
}
