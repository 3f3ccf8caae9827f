/** The quantile `q` (0 to 1) of an ascending list; NaN of an empty one. */
export function quantile(ascending: Float64Array, q: number): number {
  return ascending[Math.min(ascending.length - 1, Math.floor(ascending.length * q))] ?? Number.NaN
}

/** Median, smallest and largest value of several rounds. */
export interface Spread {
  readonly median: number
  readonly min: number
  readonly max: number
}

export function spreadOf(values: readonly number[]): Spread {
  const ascending = Float64Array.from(values).sort()
  return { median: medianOf(ascending), min: quantile(ascending, 0), max: quantile(ascending, 1) }
}

/** Of an even number of values, the mean of the two in the middle. */
function medianOf(ascending: Float64Array): number {
  const [below, above] = [Math.ceil(ascending.length / 2) - 1, Math.floor(ascending.length / 2)]
  return ((ascending[below] ?? Number.NaN) + (ascending[above] ?? Number.NaN)) / 2
}

/** The quotients of figures of the same round, which were disturbed alike. */
export function quotients(dividends: readonly number[], divisors: readonly number[]): Spread {
  return spreadOf(dividends.map((value, round) => value / (divisors[round] ?? Number.NaN)))
}

/** The slope of consecutive values, by least squares. */
export function slopeOf(values: readonly number[]): number {
  const middle = (values.length - 1) / 2
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length
  const up = values.reduce((sum, value, index) => sum + (index - middle) * (value - mean), 0)
  const across = values.reduce((sum, _, index) => sum + (index - middle) ** 2, 0)
  return across === 0 ? 0 : up / across
}
