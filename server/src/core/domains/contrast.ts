/** Grounds of the pages, light and dark. */
const pageGrounds = { light: '#ffffff', dark: '#121316' } as const

/** Level AA for text (WCAG 2.2, success criterion 1.4.3). */
export const minContrast = 4.5

const black = '#000000'
const white = '#ffffff'

/** The contrast ratio of two colours `#rrggbb`, from 1 to 21 (WCAG 2.2). */
export function contrastRatio(one: string, other: string): number {
  const luminances = [luminance(one), luminance(other)]
  return (Math.max(...luminances) + 0.05) / (Math.min(...luminances) + 0.05)
}

/** Of a button and the ground that it contrasts with more. */
export function groundContrast(accent: string): number {
  return Math.max(...Object.values(pageGrounds).map((ground) => contrastRatio(accent, ground)))
}

/** Black or white, on a button of the colour; one of them always reaches `minContrast`. */
export function textColorOn(accent: string): typeof black | typeof white {
  return contrastRatio(accent, white) >= contrastRatio(accent, black) ? white : black
}

function luminance(color: string): number {
  const [red, green, blue] = [1, 3, 5].map((start) => linear(color.slice(start, start + 2)))
  return 0.2126 * (red ?? 0) + 0.7152 * (green ?? 0) + 0.0722 * (blue ?? 0)
}

/** sRGB, from two hex digits. */
function linear(digits: string): number {
  const value = Number.parseInt(digits, 16) / 255
  return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4
}
