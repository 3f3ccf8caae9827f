import { clampChroma, converter, formatHex, type Oklch, wcagContrast } from 'culori'

const toOklch = converter('oklch')

/** `#rrggbb` of a colour in OKLCH, with as much of its chroma as sRGB has. `hue` in degrees, `lightness` from 0 to 1. */
export function hexOf(lightness: number, chroma: number, hue: number): string {
  return formatHex(clampChroma({ mode: 'oklch', l: lightness, c: chroma, h: hue }, 'oklch'))
}

/** Lightness, chroma and hue of `#rrggbb`; greys have hue 0. */
export function oklchOf(color: string): Required<Omit<Oklch, 'mode' | 'alpha'>> {
  const { l = 0, c = 0, h = 0 } = toOklch(color) ?? {}
  return { l, c, h }
}

/** The contrast ratio of two colours, from 1 to 21 (WCAG 2.2). */
export function contrast(one: string, other: string): number {
  return wcagContrast(one, other)
}
