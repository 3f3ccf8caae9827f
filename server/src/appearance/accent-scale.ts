import { contrast, hexOf, oklchOf } from './colors.ts'

/** Colours `#rrggbb` of one theme that follow from an accent. */
export interface AccentColors {
  /** Of a button, below its text: the accent itself, unless it is nearly the ground. */
  readonly accent: string
  /** The same under a pointer. */
  readonly accentStrong: string
  /** Its edge, which stands out from every ground. */
  readonly accentEdge: string
  /** Text on both. */
  readonly onAccent: string
  /** Text and marks in the accent, on every ground and on `accentSoft`. */
  readonly accentText: string
  /** A ground with a touch of the accent. */
  readonly accentSoft: string
}

/** Level AA of WCAG 2.2 (1.4.3). */
const minTextContrast = 4.5

/** The same (1.4.11), of what shows that something can be pressed. */
const minEdgeContrast = 3

/** The accent of an owner is kept where its edge shows the shape. */
const minFillContrast = 1.25

/** Below it, a colour is a grey: one near the ground looks as if it could not be pressed, so the fill is as text is. */
const maxGreyChroma = 0.04
const inkLightness = { light: 0.25, dark: 0.93 } as const

/** Of each theme, that with which its text contrasts least: the grounds of `web/src/tokens.css`. */
export const grounds = {
  light: { sunk: '#f4f5f8', raised: '#ffffff' },
  dark: { raised: '#15171b', sunk: '#090a0c' },
} as const

type Theme = keyof typeof grounds

/** Colours for both themes in which text is readable, for any colour `#rrggbb`. */
export function accentScale(color: string): Readonly<Record<Theme, AccentColors>> {
  return { light: accentColors(color, 'light'), dark: accentColors(color, 'dark') }
}

function accentColors(color: string, theme: Theme): AccentColors {
  const { l, c, h } = oklchOf(color)
  const isLight = theme === 'light'
  const accentSoft = isLight ? hexOf(0.955, Math.min(c, 0.025), h) : hexOf(0.28, Math.min(c, 0.06), h)
  // Text becomes darker on light grounds, and lighter on dark ones.
  const step = isLight ? -0.01 : 0.01
  const away = (isEnough: (candidate: string) => boolean): number => {
    let lightness = l
    while (isWithin(lightness, step) && !isEnough(hexOf(lightness, c, h))) lightness += step
    return clamp(lightness)
  }
  const reaches = (ratio: number) => (candidate: string) =>
    [...Object.values(grounds[theme]), accentSoft].every((ground) => contrast(candidate, ground) >= ratio)
  const isFill = reaches(minFillContrast)
  const isEdge = reaches(minEdgeContrast)
  const isGrey = c < maxGreyChroma && !isEdge(color)
  const isKept = isFill(color) && !isGrey
  const lightness = isKept ? l : isGrey ? inkLightness[theme] : away(isFill)
  const accent = isKept ? color : hexOf(lightness, c, h)
  const onAccent = textOn(accent)
  // Away from its text, so that the contrast grows.
  const accentStrong = hexOf(clamp(lightness + (onAccent === white ? -0.06 : 0.06)), c, h)
  return {
    accent,
    accentStrong,
    accentEdge: isEdge(accent) ? accent : hexOf(away(isEdge), c, h),
    onAccent,
    accentText: hexOf(away(reaches(minTextContrast)), c, h),
    accentSoft,
  }
}

const white = '#ffffff'
const black = '#000000'

/** One of them always reaches the contrast of text. */
function textOn(color: string): typeof white | typeof black {
  return contrast(color, white) >= minTextContrast ? white : black
}

/** Whether there is room in the direction of the step. */
function isWithin(lightness: number, step: number): boolean {
  return step < 0 ? lightness > 0 : lightness < 1
}

function clamp(lightness: number): number {
  return Math.min(1, Math.max(0, lightness))
}

/** A stylesheet that replaces the accent tokens of `web/src/tokens.css`. */
export function accentStylesheet(color: string): string {
  const { light, dark } = accentScale(color)
  const rule = (token: string, field: keyof AccentColors) =>
    `--${token}:light-dark(${light[field]},${dark[field]})`
  const rules = [
    rule('accent', 'accent'),
    rule('accent-strong', 'accentStrong'),
    rule('accent-edge', 'accentEdge'),
    rule('on-accent', 'onAccent'),
    rule('accent-text', 'accentText'),
    rule('accent-soft', 'accentSoft'),
  ]
  return `:root:root{${rules.join(';')}}`
}
