import type { Spread } from './statistics.ts'

/** A number of items. */
export function whole(value: number): string {
  return Math.round(value).toLocaleString('en')
}

/** A figure with its significant digits. */
export function figure(value: number): string {
  if (Number.isNaN(value)) return '–'
  return value >= 99.95 ? whole(value) : value.toFixed(value >= 9.995 ? 1 : 2)
}

/** The median, and in brackets the smallest and the largest value. */
export function ranged({ median, min, max }: Spread): string {
  return `${figure(median)} (${figure(min)}–${figure(max)})`
}
