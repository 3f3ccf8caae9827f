import type { Metric, Registry } from 'prom-client'

/** What became of a lookup: signed, refused as the caller's mistake, failed as ours, or turned away under pressure. */
export type LookupOutcome = 'answered' | 'refused' | 'failed'

const outcomes: readonly LookupOutcome[] = ['answered', 'refused', 'failed']

/** Upper bounds in seconds; whatever takes longer than the last is counted above it. */
const bounds = [0.0001, 0.000_25, 0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1] as const

const name = 'byname_lookup_duration_seconds'
const help = 'Lookups of the gateway, by outcome.'

interface Times {
  /** How many fell below each bound and above the one before; the last place is for those above all. */
  readonly counts: Float64Array
  sum: number
}

/**
 * Counts lookups. They are too many for the histogram of the library, which takes about a microsecond each: this one adds
 * to an array, and is read when the metrics are.
 */
export function countLookups(registry: Registry): (outcome: LookupOutcome, seconds: number) => void {
  const newTimes = (): Times => ({ counts: new Float64Array(bounds.length + 1), sum: 0 })
  const times: Readonly<Record<LookupOutcome, Times>> = {
    answered: newTimes(),
    refused: newTimes(),
    failed: newTimes(),
  }
  const values = () => outcomes.flatMap((outcome) => valuesOf(outcome, times[outcome]))
  registry.registerMetric(
    asMetric({
      name,
      help,
      type: 'histogram',
      aggregator: 'sum',
      get: async () => ({ name, help, type: 'histogram', aggregator: 'sum', values: values() }),
    }),
  )
  return (outcome, seconds) => {
    const { [outcome]: counted } = times
    let place = 0
    while (place < bounds.length && seconds > (bounds[place] ?? 0)) place++
    counted.counts[place] = (counted.counts[place] ?? 0) + 1
    counted.sum += seconds
  }
}

function valuesOf(outcome: LookupOutcome, { counts, sum }: Times) {
  let count = 0
  const buckets = [...bounds, '+Inf'].map((le, place) => {
    count += counts[place] ?? 0
    return { metricName: `${name}_bucket`, labels: { le, outcome }, value: count }
  })
  return [
    ...buckets,
    { metricName: `${name}_sum`, labels: { outcome }, value: sum },
    { metricName: `${name}_count`, labels: { outcome }, value: count },
  ]
}

/** Safe because a registry calls `get` of its metrics, reads their names, and nothing else. */
const asMetric = (metric: object) => metric as Metric
