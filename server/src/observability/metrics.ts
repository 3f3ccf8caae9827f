import type { LookupOutcome } from './lookup-histogram.ts'

/** `lookup`, `cacheLookup` and `signature` take some nanoseconds, the others about a microsecond. */
export interface Metrics {
  readonly lookup: (outcome: LookupOutcome, seconds: number) => void
  readonly cacheLookup: (outcome: 'hit' | 'miss') => void
  readonly signature: () => void
  /** `route` is the route pattern, never the path. */
  readonly request: (method: string, route: string, status: number, seconds: number) => void
  readonly requestShed: (kind: string) => void
  readonly rateLimited: (limit: string) => void
  readonly chainCall: (chainId: number, isAnswered: boolean, seconds: number) => void
  readonly webhookAttempt: (outcome: string) => void
  /** Read when metrics are scraped; a cluster aggregates its workers. */
  readonly gauge: (name: string, help: string, read: () => number, aggregator?: 'sum' | 'average') => void
  /** By label, read when metrics are scraped; in a cluster, of one worker. Absent while reading fails. */
  readonly sharedGauge: (
    name: string,
    help: string,
    label: string,
    read: () => Promise<LabelledValues>,
  ) => void
  /** Processor, memory, garbage collection, event loop delay. */
  readonly collectProcessMetrics: () => void
  readonly text: () => Promise<string>
  /** In a cluster's primary: aggregated over all workers that respond. */
  readonly clusterText: () => Promise<string>
}

type LabelledValues = Readonly<Record<string, number>>

function noop() {}

export const noopMetrics: Metrics = {
  lookup: noop,
  cacheLookup: noop,
  signature: noop,
  request: noop,
  requestShed: noop,
  rateLimited: noop,
  chainCall: noop,
  webhookAttempt: noop,
  gauge: noop,
  sharedGauge: noop,
  collectProcessMetrics: noop,
  text: async () => '',
  clusterText: async () => '',
}
