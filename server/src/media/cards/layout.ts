import { graphemesOf, type Line, type Typesetter } from './text.ts'

/** In pixels: the size that previews of links ask for. */
const cardSize = { width: 1200, height: 630 } as const

/** What a card shows. */
export interface CardContent {
  /** The largest line: a label, or the title of a domain. */
  readonly headline: string
  /** Below it, softer: the rest of the name, or the form of the names of a domain. */
  readonly detail: string
  /** An SVG document of this software, or a PNG image. */
  readonly picture: { readonly svg: string } | { readonly png: Uint8Array }
  /** `#rrggbb`. */
  readonly ground: string
  /** `#rrggbb`, readable on the ground. */
  readonly ink: string
}

const margin = 84
const textWidth = cardSize.width - 2 * margin
const pictureSide = 184

/** Text is cut behind them: a label has at most 63 characters, a title may be anything. */
const maxGraphemes = 120
/** Marks of one letter can be any number. */
const maxCodeUnits = 600

/** The SVG document of a card. */
export async function composeCard(typesetter: Typesetter, content: CardContent): Promise<string> {
  const { ground, ink } = content
  const headline = await fit(typesetter, content.headline, { largest: 124, smallest: 52, maxLines: 3 })
  const detail = await fit(typesetter, content.detail, { largest: 46, smallest: 28, maxLines: 2 })
  const detailTop = cardSize.height - margin - detail.height
  const drawn = [
    ...drawLines(headline, detailTop - headline.height - 6, ink),
    `<g opacity="0.66">${drawLines(detail, detailTop, ink).join('')}</g>`,
  ]
  const { width, height } = cardSize
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">`,
    '<radialGradient id="light" cx="0.92" cy="-0.1" r="1.1"><stop stop-color="#fff" stop-opacity="0.3"/><stop offset="0.7" stop-color="#fff" stop-opacity="0"/></radialGradient>',
    '<linearGradient id="depth" x1="0" y1="0" x2="0" y2="1"><stop offset="0.35" stop-color="#000" stop-opacity="0"/><stop offset="1" stop-color="#000" stop-opacity="0.14"/></linearGradient>',
    `<rect width="${width}" height="${height}" fill="${ground}"/>`,
    `<rect width="${width}" height="${height}" fill="url(#depth)"/>`,
    `<rect width="${width}" height="${height}" fill="url(#light)"/>`,
    drawPicture(content, margin, margin - 8),
    ...drawn,
    '</svg>',
  ].join('')
}

function drawPicture({ picture, ink }: CardContent, x: number, y: number): string {
  const radius = pictureSide / 2
  const [cx, cy] = [x + radius, y + radius]
  const bytes = 'svg' in picture ? Buffer.from(picture.svg) : Buffer.from(picture.png)
  const type = 'svg' in picture ? 'image/svg+xml' : 'image/png'
  return [
    `<clipPath id="round"><circle cx="${cx}" cy="${cy}" r="${radius}"/></clipPath>`,
    `<image x="${x}" y="${y}" width="${pictureSide}" height="${pictureSide}" preserveAspectRatio="xMidYMid slice" clip-path="url(#round)" xlink:href="data:${type};base64,${bytes.toString('base64')}"/>`,
    `<circle cx="${cx}" cy="${cy}" r="${radius + 5}" fill="none" stroke="${ink}" stroke-opacity="0.32" stroke-width="4"/>`,
  ].join('')
}

interface Fitted {
  readonly lines: readonly Line[]
  /** Of the letters, in pixels. */
  readonly size: number
  readonly height: number
}

/** Of the size of the letters. */
const lineHeight = 1.16

/** As large as the width allows; a long text is broken between graphemes, and never cut inside a label of a name. */
async function fit(
  typesetter: Typesetter,
  text: string,
  {
    largest,
    smallest,
    maxLines,
  }: { readonly largest: number; readonly smallest: number; readonly maxLines: number },
): Promise<Fitted> {
  const graphemes = shorten(text)
  const whole = await typesetter.line(graphemes.join(''))
  const needed = Math.ceil((whole.width * smallest) / textWidth)
  const count = Math.max(1, Math.min(maxLines, needed, graphemes.length))
  const perLine = Math.ceil(graphemes.length / count)
  const lines: Line[] = count === 1 ? [whole] : []
  for (let start = 0; count > 1 && start < graphemes.length; start += perLine)
    lines.push(await typesetter.line(graphemes.slice(start, start + perLine).join('')))
  const widest = Math.max(0.01, ...lines.map(({ width }) => width))
  const size = Math.min(largest, textWidth / widest)
  return { lines, size, height: lines.length * size * lineHeight }
}

function shorten(text: string): readonly string[] {
  const graphemes = graphemesOf(text.slice(0, maxCodeUnits).toWellFormed())
  return graphemes.length > maxGraphemes ? [...graphemes.slice(0, maxGraphemes - 1), '…'] : graphemes
}

function drawLines({ lines, size }: Fitted, top: number, fill: string): readonly string[] {
  return lines.map((line, index) => line.draw(margin, top + size * (index * lineHeight + 0.9), size, fill))
}
