import { hexOf, oklchOf } from './colors.ts'

/** Of the picture, in units of its `viewBox`. */
const size = 100

/**
 * The picture of a name without an avatar: discs over a gradient, all of it from its namehash (32 bytes). The same name always has
 * the same picture; 27 bits of colour and 100 bits of shape keep names apart. An SVG document without script, style or text, of
 * about 750 bytes, which image libraries read too: its colours are `#rrggbb`. With an accent (`#rrggbb`, of the owner) its hues are near
 * that of the accent; a grey has none.
 */
export function generatedAvatar(namehash: Uint8Array, accent?: string): string {
  const next = reader(namehash)
  const { c: chroma, h: accentHue } = oklchOf(accent ?? grey)
  const isFree = chroma < minChroma
  const spread = next(0, 360)
  const hue = isFree ? spread : accentHue + (spread / 360 - 0.5) * accentSpread
  // Neither alike nor opposite: the gradient between them stays clean.
  const distance = isFree ? next(45, 130) : next(15, 50)
  const other = hue + distance * (next(0, 1) < 0.5 ? -1 : 1)
  const angle = next(0, 2 * Math.PI)
  const [x, y] = [50 * Math.cos(angle), 50 * Math.sin(angle)]
  const id = `g${Array.from(namehash.subarray(0, 6), (byte) => byte.toString(16).padStart(2, '0')).join('')}`
  const light = disc(next, { radius: [26, 52], spread: 46 })
  const deep = disc(next, { radius: [18, 40], spread: 44 })
  const sun = disc(next, { radius: [7, 17], spread: 22 })
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${size} ${size}" width="${size}" height="${size}">`,
    `<linearGradient id="${id}" gradientUnits="userSpaceOnUse" x1="${fixed(50 - x)}" y1="${fixed(50 - y)}" x2="${fixed(50 + x)}" y2="${fixed(50 + y)}">`,
    `<stop stop-color="${hexOf(0.8, 0.125, hue)}"/>`,
    `<stop offset="1" stop-color="${hexOf(next(0.48, 0.58) + 0.13 * yellowness(other), 0.16, other)}"/>`,
    '</linearGradient>',
    `<path fill="url(#${id})" d="M0 0h${size}v${size}H0z"/>`,
    circle(light, hexOf(0.91, 0.09, other), 0.5),
    circle(deep, hexOf(0.36, 0.12, hue), 0.42),
    circle(sun, hexOf(0.98, 0.03, hue), 0.88),
    '</svg>',
  ].join('')
}

const grey = '#808080'

/** Of a colour with a hue that people see. */
const minChroma = 0.03

/** Degrees of hue around an accent. */
const accentSpread = 70

/** From 0 to 1: a dark yellow is a brown, which is lightened. */
function yellowness(hue: number): number {
  return Math.max(0, Math.cos(((hue - 95) * Math.PI) / 180)) ** 3
}

interface Disc {
  readonly x: number
  readonly y: number
  readonly radius: number
}

type Next = (from: number, to: number) => number

/** Around the centre, at most `spread` units from it. */
function disc(
  next: Next,
  { radius, spread }: { readonly radius: readonly [number, number]; readonly spread: number },
): Disc {
  const angle = next(0, 2 * Math.PI)
  const distance = spread * Math.sqrt(next(0, 1))
  return { x: 50 + distance * Math.cos(angle), y: 50 + distance * Math.sin(angle), radius: next(...radius) }
}

function circle({ x, y, radius }: Disc, color: string, opacity: number): string {
  return `<circle cx="${fixed(x)}" cy="${fixed(y)}" r="${fixed(radius)}" fill="${color}" fill-opacity="${opacity}"/>`
}

/** Numbers within bounds, each from the next two bytes. */
function reader(bytes: Uint8Array): Next {
  let offset = 0
  return (from, to) => {
    const value = ((bytes[offset] ?? 0) * 256 + (bytes[offset + 1] ?? 0)) / 65_536
    offset += 2
    return from + value * (to - from)
  }
}

function fixed(value: number): string {
  return String(Math.round(value * 10) / 10)
}
