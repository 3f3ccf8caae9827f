import type { LookupOutcome } from './lookup-histogram.ts'

/**
 * The metrics of the service, without I/O. `lookup`, `cache` and `signature` take some nanoseconds, the others about a
 * microsecond.
 */
export interface Metrics {
  /** A gateway lookup and its duration in seconds. */
  readonly lookup: (outcome: LookupOutcome, seconds: number) => void
  /** A lookup that reused a signed response, or did not. */
  readonly cacheLookup: (outcome: 'hit' | 'miss') => void
  readonly signature: () => void
  /** A completed request; `route` is its route pattern, never the path. */
  readonly request: (method: string, route: string, status: number, seconds: number) => void
  /** A request that was shed under overload. */
  readonly requestShed: (kind: string) => void
  /** A request beyond a limit. */
  readonly rateLimited: (limit: string) => void
  readonly chainCall: (chainId: number, isAnswered: boolean, seconds: number) => void
  /** A number read when metrics are scraped; in a cluster, the sum of its workers, or their average. */
  readonly gauge: (name: string, help: string, read: () => number, aggregator?: 'sum' | 'average') => void
  /** Numbers by a label, read when metrics are scraped; in a cluster, of one worker. Absent while reading them fails. */
  readonly sharedGauge: (
    name: string,
    help: string,
    label: string,
    read: () => Promise<LabelledValues>,
  ) => void
  /** Adds the metrics of the process: processor, memory, garbage collection, event loop delay. */
  readonly collectProcessMetrics: () => void
  /** The metrics in Prometheus' format. */
  readonly text: () => Promise<string>
  /** In the primary of a cluster: those of all workers that respond, aggregated. */
  readonly clusterText: () => Promise<string>
}

type LabelledValues = Readonly<Record<string, number>>

function noop() {}

/** Metrics that are not exported. */
export const noopMetrics: Metrics = {
  lookup: noop,
  cacheLookup: noop,
  signature: noop,
  request: noop,
  requestShed: noop,
  rateLimited: noop,
  chainCall: noop,
  gauge: noop,
  sharedGauge: noop,
  collectProcessMetrics: noop,
  text: async () => '',
  clusterText: async () => '',
}
