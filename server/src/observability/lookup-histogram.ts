import type { Metric, Registry } from 'prom-client'

/** `refused`: the caller's mistake; `failed`: ours. */
export type LookupOutcome = 'answered' | 'refused' | 'failed'

const outcomes: readonly LookupOutcome[] = ['answered', 'refused', 'failed']

/** Upper bounds in seconds. */
const bucketBounds = [
  0.0001, 0.000_25, 0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1,
] as const

const name = 'byname_lookup_duration_seconds'
const help = 'Lookups of the gateway, by outcome.'

interface HistogramData {
  /** The last element is above all bounds. */
  readonly counts: Float64Array
  sum: number
}

/** The library's histogram takes about a microsecond for each lookup; this one increments an array. */
export function createLookupHistogram(registry: Registry): (outcome: LookupOutcome, seconds: number) => void {
  const newData = (): HistogramData => ({ counts: new Float64Array(bucketBounds.length + 1), sum: 0 })
  const dataByOutcome: Readonly<Record<LookupOutcome, HistogramData>> = {
    answered: newData(),
    refused: newData(),
    failed: newData(),
  }
  const values = () => outcomes.flatMap((outcome) => valuesOf(outcome, dataByOutcome[outcome]))
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
    const { [outcome]: data } = dataByOutcome
    let bucket = 0
    while (bucket < bucketBounds.length && seconds > (bucketBounds[bucket] ?? 0)) bucket++
    data.counts[bucket] = (data.counts[bucket] ?? 0) + 1
    data.sum += seconds
  }
}

function valuesOf(outcome: LookupOutcome, { counts, sum }: HistogramData) {
  let count = 0
  const buckets = [...bucketBounds, '+Inf'].map((le, bucket) => {
    count += counts[bucket] ?? 0
    return { metricName: `${name}_bucket`, labels: { le, outcome }, value: count }
  })
  return [
    ...buckets,
    { metricName: `${name}_sum`, labels: { outcome }, value: sum },
    { metricName: `${name}_count`, labels: { outcome }, value: count },
  ]
}

/** Safe: a registry only calls `get` of its metrics and reads their names. */
function asMetric(metric: object) {
  return metric as Metric
}
