import type { Spread } from './statistics.ts'

/** A figure with as many digits as mean something. */
export const figure = (value: number): string => {
  if (Number.isNaN(value)) return '–'
  return value >= 100 ? Math.round(value).toLocaleString('en') : value.toFixed(value >= 10 ? 1 : 2)
}

/** The median, and in brackets the smallest and the largest value. */
export const ranged = ({ median, min, max }: Spread): string =>
  `${figure(median)} (${figure(min)}–${figure(max)})`
