import type { LookupOutcome } from './lookup-histogram.ts'

/**
 * What the service counts, without I/O. `lookup`, `cache` and `signature` take some nanoseconds, the others about a
 * microsecond.
 */
export interface Metrics {
  /** A lookup of the gateway that took so many seconds. */
  readonly lookup: (outcome: LookupOutcome, seconds: number) => void
  /** A signed answer that was, or was not, kept. */
  readonly cacheLookup: (outcome: 'hit' | 'miss') => void
  readonly signature: () => void
  /** A request that was answered; `route` is the pattern of its path, never the path. */
  readonly request: (method: string, route: string, status: number, seconds: number) => void
  /** A request that was turned away to keep the others going. */
  readonly requestShed: (kind: string) => void
  /** A request beyond a limit. */
  readonly rateLimited: (limit: string) => void
  readonly chainCall: (chainId: number, isAnswered: boolean, seconds: number) => void
  /** Reads a number whenever metrics are read; of a cluster, the sum of its workers, or their average. */
  readonly gauge: (name: string, help: string, read: () => number, aggregator?: 'sum' | 'average') => void
  /** Reads numbers by a label whenever metrics are read; of a cluster, one worker tells. Nothing is told while it fails. */
  readonly sharedGauge: (
    name: string,
    help: string,
    label: string,
    read: () => Promise<LabelledValues>,
  ) => void
  /** Adds what the process itself can tell: processor, memory, garbage collection, delay of the event loop. */
  readonly collectProcessMetrics: () => void
  /** The metrics as Prometheus reads them. */
  readonly text: () => Promise<string>
  /** In the primary of a cluster: those of all workers that answer, together. */
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
